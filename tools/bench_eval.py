#!/usr/bin/env python3
"""Measures evaluation beside the installed reference and prints a table.

    tools/bench_eval.py [NAME...]      all cases when none is named

Each case runs at a size and at a tenth of it; "growth" is how the times relate, so that 10 is
linear. "!" marks a value on which the two differ. Needs a build with the profile `dist` of the suite's `bench_eval`,
which it makes. Where Ruby finds no `puppet`, its columns stay empty; where it takes too long
(--patience), its time does.
"""
import subprocess

from bench_values import measure_beside


def asked(binary, names):
    """The programs for the reference, one in a line."""
    listed = subprocess.run([binary, "--programs", *names], stdout=subprocess.PIPE, text=True, check=True)
    return listed.stdout


if __name__ == "__main__":
    measure_beside(__doc__, "bench_eval", "bench_eval.rb", asked)
