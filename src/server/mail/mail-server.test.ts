/** The operator's mail server: TLS, and a certificate of its own on the same computer (SPEC C182, C427). */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { TEST_CERTIFICATE } from '#server/testing/mail/certificate.ts'
import { openMailServer } from '#server/testing/mail/mail-server.ts'
import { readMailServer } from './mail-server.ts'
import { connect } from './sending/connection.ts'

const SMTP_FROM = 'office@carrier.example'
const WITH_TLS = { ...TEST_CERTIFICATE, disabledCommands: [] }

test.each([
  ['smtp://127.0.0.1:25', false, true],
  ['smtp://localhost', false, true],
  ['smtp://LocalHost.', false, true],
  ['smtp://[::1]', false, true],
  ['smtp://[::ffff:127.0.0.1]', false, true],
  ['smtps://127.0.0.1', false, true],
  ['smtp://mail.lan?tls=optional', false, true],
  ['smtps://mail.lan?tls=optional', false, true],
  ['smtp://mail.lan', true, false],
  ['smtp://127.0.0.1.evil.example', true, false],
  ['smtps://mail.lan', false, false],
])('C182 C427 %s needs TLS: %s, takes any certificate: %s', (url, requireTls, anyCertificate) => {
  const settings = readMailServer({ SMTP_URL: url, SMTP_FROM })
  expect(settings).toMatchObject({ requireTls, anyCertificate })
})

test.each([
  ['smtp:', {}],
  ['smtps:', { secure: true }],
])('C427 %s on this computer is used with its own certificate', async (protocol, more) => {
  const { settings, received } = await openMailServer({ ...WITH_TLS, ...more })
  const url = `${protocol}//127.0.0.1:${settings.port}`
  const server = readMailServer({ SMTP_URL: url, SMTP_FROM })
  if (!server) throw new Error('missing')
  const connection = await connect(server)
  const envelope = { from: SMTP_FROM, to: ['ap@broker.example'], bytes: 100 }
  const { code } = await connection.send(envelope, Readable.from(['Subject: x\r\n\r\nx\r\n']))
  connection.close()
  expect([code, received.length]).toEqual([250, 1])
})

test('C427 A certificate that is not trusted is named, with what to set', async () => {
  const { settings } = await openMailServer(WITH_TLS, { requireTls: true })
  await expect(connect(settings)).rejects.toThrow(
    /^Can’t use the mail server 127\.0\.0\.1: its certificate is not trusted \(.+\)\. Set NODE_EXTRA_CA_CERTS .* \?tls=optional/,
  )
})
