/** The address to listen on, and plain messages if it is unavailable (SPEC C28). */
import { once } from 'node:events'
import { createServer } from 'node:net'

export type ListenAddress = {
  port: number
  host: string
  /** The command that the user ran, for the message. */
  command: string
}

const LARGEST_PORT = 65_535
const ADVICE = 'Leave HOST out to use 127.0.0.1, or set it to an address of this computer.'

/** Call it before the database starts: a port in use must not leave a new data folder. Throws an Error. */
export async function rejectTakenAddress(address: ListenAddress): Promise<void> {
  const server = createServer()
  try {
    server.listen(address.port, address.host)
    await once(server, 'listening')
  } catch (error) {
    throw describeListenError(error, address)
  } finally {
    server.close()
  }
}

/** An Error with a plain message for a known reason, otherwise the same error. */
export function describeListenError(error: unknown, address: ListenAddress): unknown {
  const { port, host, command } = address
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} is already in use. Stop the other program, or run PORT=${nextPort(port)} ${command}`,
      )
    case 'EACCES':
      return new Error(
        `Port ${port} needs administrator rights. Run PORT=${port + 3000} ${command}`,
      )
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new Error(`HOST=${host} is not an address of this computer. ${ADVICE}`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`HOST=${host} is an unknown name. ${ADVICE}`)
    default:
      return error
  }
}

function nextPort(port: number): number {
  return port < LARGEST_PORT ? port + 1 : port - 1
}
