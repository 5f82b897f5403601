/**
 * Stops the database server if the app's process ends without a shutdown, for example by `kill -9`: a server without
 * its app would run until the next start (SPEC C27).
 */
import { spawn } from 'node:child_process'
import { readDatabaseEnvironment } from './processes.ts'

/**
 * A shell that waits for the end of its input. The system closes the input when the app's process ends, however it
 * ends. `$1`: the server's process; `$2`: the folder of its socket.
 */
const SCRIPT = `
read -r word && [ "$word" = stopped ] && exit 0
for name in INT QUIT KILL; do
  kill -s "$name" "$1" 2>/dev/null || break
  tries=0
  while [ "$tries" -lt 50 ] && kill -s 0 "$1" 2>/dev/null; do
    sleep 0.1
    tries=$((tries + 1))
  done
done
rm -f "$2"/.s.PGSQL.*
rmdir "$2"
`

/** Returns the function that ends the watcher. Call it once the server has ended. */
export function watchServer(pid: number, socketFolder: string): () => void {
  const watcher = spawn('sh', ['-c', SCRIPT, 'haulbook-watcher', String(pid), socketFolder], {
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
  return () => watcher.stdin.end('stopped\n')
}
