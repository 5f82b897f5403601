/** Encrypts one value for one field of one record (AES-256-GCM; SPEC S13). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { KEY_ID_BYTES, KeyError, type Keyring } from './keys.ts'

/** The value's location. Copied to another account, record or field, it cannot be decrypted. */
export type SecretLocation = { userId: string; table: string; field: string; id: number }

/** PostgreSQL's text of bytes, "\x01ab": a mark, the key's id, the nonce, the tag, the encrypted value. */
export type Sealed = string

/** The first byte of every sealed value. */
const MARK = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const NONCE_AT = 1 + KEY_ID_BYTES
const TAG_AT = NONCE_AT + NONCE_BYTES
const VALUE_AT = TAG_AT + TAG_BYTES

export function seal([key]: Keyring, place: SecretLocation, value: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(encodeLocation(place))
  const closed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  const head = Buffer.from([MARK])
  return toText([head, Buffer.from(key.id, 'hex'), nonce, cipher.getAuthTag(), closed])
}

/** Throws KeyError if the key is missing or the bytes belong to another location. */
export function unseal(keys: Keyring, place: SecretLocation, sealed: Sealed): string {
  const bytes = toBytes(sealed)
  if (bytes[0] !== MARK) throw new KeyError(`${locationName(place)} is not encrypted.`)
  const id = readKeyId(sealed)
  const key = keys.find((candidate) => candidate.id === id)
  if (!key) throw new KeyError(`${locationName(place)} is encrypted with a missing key.`)
  if (bytes.length < VALUE_AT) throw new KeyError(`${locationName(place)} is truncated.`)
  const nonce = bytes.subarray(NONCE_AT, TAG_AT)
  const opener = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES })
  opener.setAAD(encodeLocation(place)).setAuthTag(bytes.subarray(TAG_AT, VALUE_AT))
  try {
    return Buffer.concat([opener.update(bytes.subarray(VALUE_AT)), opener.final()]).toString('utf8')
  } catch {
    throw new KeyError(
      `${locationName(place)} was changed outside Haulbook or copied from another record.`,
    )
  }
}

/** The id of the key that encrypted it. */
function readKeyId(sealed: Sealed): string {
  return toBytes(sealed).subarray(1, NONCE_AT).toString('hex')
}

function encodeLocation({ userId, table, field, id }: SecretLocation): Buffer {
  return Buffer.from(JSON.stringify([userId, table, field, id]))
}

function locationName({ table, field, id }: SecretLocation): string {
  return `${table}.${field} of record ${id}`
}

function toText(parts: Buffer[]): Sealed {
  return `\\x${Buffer.concat(parts).toString('hex')}`
}

function toBytes(sealed: Sealed): Buffer {
  return Buffer.from(sealed.slice(2), 'hex')
}
