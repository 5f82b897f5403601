/**
 * A queue of bytes in a file without a name, which ends with the process. The bytes are encrypted with a key that only this process
 * knows: an export has bank details (SPEC S13).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const READ_BYTES = 256 * 1024
const CIPHER = 'aes-256-ctr'

export type SealedFile = {
  /** Throws the system's error, for example on a full disk. Then the bytes are not in the queue. */
  add(piece: Uint8Array): Promise<void>
  /** The next bytes; undefined if there are none. */
  read(): Promise<Uint8Array | undefined>
  unread(): number
  /** By how much the file would grow. Undefined if the bytes have no place. */
  growthBy(bytes: number): number | undefined
  close(): Promise<void>
}

type Place = {
  /** The largest size of the file. Its places are used again, from the start. */
  capacity: number
  /** Gets each change of the file's size, in bytes. */
  onSize: (change: number) => void
}

/** Throws the system's error. */
export async function createSealedFile({ capacity, onSize }: Place): Promise<SealedFile> {
  const name = path.join(tmpdir(), `haulbook-download-${randomBytes(8).toString('hex')}`)
  const handle = await open(name, 'wx+', 0o600)
  await rm(name)
  const key = randomBytes(32)
  const start = randomBytes(16)
  const cipher = createCipheriv(CIPHER, key, start)
  const decipher = createDecipheriv(CIPHER, key, start)
  /** All bytes so far. The place of the n-th one is n modulo the capacity. */
  let written = 0
  let read = 0
  let size = 0
  /** One call at a time: a reader must not empty the file while bytes are added. */
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  function setSize(next: number): void {
    onSize(next - size)
    size = next
  }

  async function write(bytes: Uint8Array, from: number): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const at = (from + done) % capacity
      const length = Math.min(bytes.length - done, capacity - at)
      done += (await handle.write(bytes, done, length, at)).bytesWritten
    }
  }

  return {
    add: (piece) =>
      inTurn(async () => {
        const end = written + piece.length
        await write(cipher.update(piece), written)
        setSize(Math.max(size, Math.min(end, capacity)))
        written = end
      }),
    read: () =>
      inTurn(async () => {
        const at = read % capacity
        const length = Math.min(READ_BYTES, written - read, capacity - at)
        if (!length) return undefined
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
        read += bytesRead
        if (read === written) await empty()
        return decipher.update(buffer.subarray(0, bytesRead))
      }),
    unread: () => written - read,
    growthBy(bytes) {
      if (written - read + bytes > capacity) return undefined
      return Math.max(size, Math.min(written + bytes, capacity)) - size
    },
    close: () =>
      inTurn(async () => {
        setSize(0)
        await handle.close()
      }),
  }

  async function empty(): Promise<void> {
    setSize(0)
    written = read = 0
    await handle.truncate(0)
  }
}
