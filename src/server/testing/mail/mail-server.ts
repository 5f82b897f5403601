/** A real SMTP server that keeps what it accepts and fails as a test asks. */
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { afterAll } from 'vitest'
import type { Database } from '#server/database/open.ts'
import type { MailServer } from '#server/mail/mail-server.ts'
import { startSender } from '#server/mail/sending/sender.ts'

export type ReceivedMail = { from: string; to: string[]; raw: string }

/** `code`: the SMTP code of the refusal, such as 550. */
type Refusal = { code: number; words: string }

type Behavior = {
  /** Asked for each address. Undefined accepts it. */
  recipient?: (address: string) => Promise<Refusal | undefined> | Refusal | undefined
  /** Runs at the end of an email's data. It may refuse it, wait, or drop the connection. */
  atEnd?: (mail: ReceivedMail, drop: () => void) => Promise<Refusal | void> | Refusal | void
  /** Drops the connection after this many bytes of data. */
  dropAfter?: number | undefined
}

export type TestMailServer = {
  settings: MailServer
  received: ReceivedMail[]
  behavior: Behavior
  /** Connections so far. */
  connections: () => number
}

/** Listens until the file's tests are over. */
export async function openMailServer(
  options: SMTPServerOptions = {},
  settings: Partial<MailServer> = {},
): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const behavior: Behavior = {}
  const sockets = new Map<string, Socket>()
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections++
      done()
    },
    onRcptTo: ({ address }, _session, done) => {
      void Promise.resolve(behavior.recipient?.(address)).then((refusal) => done(toError(refusal)))
    },
    onData: (stream, session, done) => {
      const drop = () => {
        sockets.get(portOf(session))?.destroy()
      }
      let bytes = 0
      stream.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (behavior.dropAfter !== undefined && bytes > behavior.dropAfter) drop()
      })
      const receive = async () => {
        const { mailFrom, rcptTo } = session.envelope
        const raw = await text(stream)
        const from = mailFrom ? mailFrom.address : ''
        const mail = { from, to: rcptTo.map(({ address }) => address), raw }
        const refusal = await behavior.atEnd?.(mail, drop)
        if (!refusal) received.push(mail)
        done(toError(refusal ?? undefined))
      }
      // The connection broke.
      receive().catch(() => undefined)
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => sockets.set(String(socket.remotePort), socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    received,
    behavior,
    connections: () => connections,
    settings: {
      host: '127.0.0.1',
      port,
      secure: false,
      requireTls: false,
      login: undefined,
      from: 'office@carrier.example',
      limitMb: 10,
      ...settings,
    },
  }
}

function portOf({ remotePort }: SMTPServerSession): string {
  return String(remotePort)
}

function toError(refusal: Refusal | undefined): Error | null {
  return refusal ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null
}

/** Sends every email that is due. */
export async function sendDue(
  database: Database,
  { settings }: Pick<TestMailServer, 'settings'>,
): Promise<void> {
  const sender = startSender(database, settings, { everyMs: 1_000_000 })
  await sender.run()
  await sender.stop()
}
