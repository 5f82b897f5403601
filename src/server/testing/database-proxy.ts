/** A proxy between the app and its database that can cut or hold the traffic. */
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'

const SOCKET = '.s.PGSQL.5432'

type Mode = 'open' | 'cut' | 'hang'

/** Both folders contain Unix sockets: the server's, and an empty one for the proxy. */
export async function openDatabaseProxy(serverFolder: string, folder: string) {
  const pairs = new Set<[Socket, Socket]>()
  let mode: Mode = 'open'
  const server = createServer((near) => {
    if (mode === 'cut') return near.destroy()
    const far = connect(path.join(serverFolder, SOCKET))
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const end of pair) end.on('error', () => undefined).on('close', () => pairs.delete(pair))
    near.on('close', () => far.destroy()).on('data', (data) => mode !== 'hang' && far.write(data))
    far.on('close', () => near.destroy()).on('data', (data) => mode !== 'hang' && near.write(data))
  })
  await new Promise<void>((resolve) => server.listen(path.join(folder, SOCKET), resolve))
  return {
    /** Ends all connections, unless they must hang. */
    set(next: Mode) {
      mode = next
      if (mode !== 'hang') for (const pair of pairs) for (const end of pair) end.destroy()
    },
    close: () => server.close(),
  }
}
