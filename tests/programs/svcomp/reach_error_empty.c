// expect: verdict=defect kind=reach-error line=10 traces=1 deadlocks=0
//
// A definition that does nothing: to come there is the error.

static int count;
static void reach_error(void) { ++count; }

static void check(int condition) {
  if (!condition)
    reach_error();
}

int main(void) {
  check(1);
  check(0);
  return 0;
}
