/** `npm run dev` starts the server, restarts it on each change, and runs Vite in front of it. */
import { spawn } from 'node:child_process'

const PORT = process.env.PORT ?? '3000'
const children = [
  spawn(process.execPath, ['--watch', 'src/server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PORT },
  }),
  spawn('vite', [], { stdio: 'inherit', env: { ...process.env, PORT } }),
]

for (const child of children) {
  child.on('exit', () => {
    for (const other of children) other.kill('SIGTERM')
  })
}
// The terminal sends Ctrl-C to the children too. This process only waits for them.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => {
  for (const child of children) child.kill('SIGTERM')
})
