// expect: verdict=defect kind=deadlock line=6 traces=1 deadlocks=1
//
// The initialisation of the variable needs the variable: the thread waits for itself.

static int value(int depth) {
  static int stored = depth > 0 ? value(depth - 1) : 1;
  return stored;
}

int main() { return value(1); }
