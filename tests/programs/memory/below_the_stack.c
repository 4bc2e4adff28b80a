// expect: verdict=defect kind=segmentation-fault line=14 traces=1 says="invalid access to memory at address"
//
// A wild pointer leads into the guard below the stack, of which little is in use: that is no stack overflow.

static char* volatile place;

static void aim(void) {
  char local = 0;
  place = &local - (8 << 20) - (16 << 10);  // --stack-size is 8M
}

int main(void) {
  aim();
  *place = 1;
}
