/** The exit code of a process whose event loop stood still. `scripts/serve.sh` starts such a process again. */
export const stalledExitCode = 86
