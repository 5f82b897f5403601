import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { describeListenError, rejectTakenAddress } from './listen-address.ts'

const LOCAL = { port: 0, host: '127.0.0.1', command: 'npm start' }

test('C28 A port in use gives one line that names the next port and the command', async () => {
  const other = createServer().listen(0, LOCAL.host)
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(rejectTakenAddress({ ...LOCAL, port })).rejects.toThrow(
    `Port ${port} is already in use. Stop the other program, or run PORT=${port + 1} npm start`,
  )
  await new Promise((resolve) => other.close(resolve))
  await expect(rejectTakenAddress({ ...LOCAL, port })).resolves.toBeUndefined()
})

test('C28 A HOST of another computer is rejected and named', async () => {
  await expect(rejectTakenAddress({ ...LOCAL, host: '192.0.2.1' })).rejects.toThrow(
    'HOST=192.0.2.1 is not an address of this computer. Leave HOST out to use 127.0.0.1',
  )
})

test.each([
  ['EADDRINUSE', { ...LOCAL, port: 65_535 }, 'PORT=65534 npm start'],
  ['EADDRINUSE', { ...LOCAL, port: 3000, command: 'npm run demo' }, 'PORT=3001 npm run demo'],
  ['EACCES', { ...LOCAL, port: 80 }, 'Port 80 needs administrator rights. Run PORT=3080 npm start'],
  ['ENOTFOUND', { ...LOCAL, host: 'nowhere' }, 'HOST=nowhere is an unknown name.'],
])('C28 %s is explained', (code, address, message) => {
  const error = Object.assign(new Error('listen failed'), { code })
  expect(String(describeListenError(error, address))).toContain(message)
})
