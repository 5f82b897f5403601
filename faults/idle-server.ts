/** An idle server in its own process. Its response times show how busy the computer is. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const SCRIPT = `require('node:http')
  .createServer((_, response) => response.end())
  .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

export async function startIdleServer() {
  const child = spawn(process.execPath, ['-e', SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${parseInt(port.toString())}/`, stop: () => child.kill() }
}
