/**
 * Stops the database server if the app's process ends without a shutdown, for example by `kill -9`: a server without
 * its app would run until the next start (SPEC C27).
 */
import { spawn } from 'node:child_process'
import { readDatabaseEnvironment } from './processes.ts'

export type Watcher = {
  /** The server's process that must not outlive the app, undefined while there is none. */
  watch(pid: number | undefined): void
  /** Ends the watcher without removing the folder. */
  close(): void
}

/**
 * A shell that reads the server's process id, or an empty line if there is none, until its input ends. The system ends
 * the input when the app's process ends, however it ends. `$1`: the folder of the server's socket.
 */
const SCRIPT = `
pid=
while read -r line; do
  [ "$line" = close ] && exit 0
  pid=$line
done
for name in INT QUIT KILL; do
  [ -n "$pid" ] && kill -s "$name" "$pid" 2>/dev/null || break
  tries=0
  while [ "$tries" -lt 50 ] && kill -s 0 "$pid" 2>/dev/null; do
    sleep 0.1
    tries=$((tries + 1))
  done
done
rm -f "$1"/.s.PGSQL.*
rmdir "$1"
`

/** Open it before the folder of the socket exists: a kill at any time must not leave that folder. */
export function openWatcher(socketFolder: string): Watcher {
  const watcher = spawn('sh', ['-c', SCRIPT, 'haulbook-watcher', socketFolder], {
    cwd: '/',
    env: readDatabaseEnvironment(),
    // In its own session: a signal for the app's group must not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a watcher, the next start stops the server.
  watcher.on('error', () => undefined)
  watcher.stdin.on('error', () => undefined)
  watcher.unref()
  // A pipe's stream is a socket, which would keep the process alive.
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref()
  return {
    watch: (pid) => void watcher.stdin.write(`${pid ?? ''}\n`),
    close: () => void watcher.stdin.end('close\n'),
  }
}
