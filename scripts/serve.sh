#!/bin/sh
# Runs the server, and runs it again when its event loop stood still: exit code 86, or 142 after SIGALRM if native code could not be
# interrupted. Systemd, Docker and Kubernetes start the server themselves and need no such loop. A shell takes much less memory than a
# second Node process.
stopping=
trap 'stopping=yes; kill -TERM "$server"' TERM
trap 'stopping=yes; kill -HUP "$server"' HUP
# A terminal sends SIGINT to the server as well, for which a second one means to stop at once.
trap 'stopping=yes' INT
while :; do
  node_modules/.bin/node --enable-source-maps dist/host/serve.js &
  server=$!
  # A trap ends `wait` before the server has ended.
  while :; do
    wait "$server"
    status=$?
    kill -0 "$server" 2>/dev/null || break
  done
  case "$stopping$status" in
    86 | 142) ;;
    *) exit "$status" ;;
  esac
done
