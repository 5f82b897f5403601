import { BYTES_PER_MB } from '#core/bytes.ts'
import { formatDay } from '#core/calendar.ts'
import { CHANNELS, type Sending } from '#core/packets/packets.ts'
import { pluralize } from '#core/pluralize.ts'

const BYTES_PER_KB = 1_000

/** "7 pages, 1.4 MB". */
export function describeSize({ pages, bytes }: { pages: number; bytes: number }): string {
  return `${pluralize(pages, 'page')}, ${describeBytes(bytes)}`
}

function describeBytes(bytes: number): string {
  if (bytes >= BYTES_PER_MB) return `${(bytes / BYTES_PER_MB).toFixed(1)} MB`
  return `${Math.ceil(bytes / BYTES_PER_KB)} KB`
}

/** "Email: pay@broker.example". */
export function describeChannel({ channel, note }: Pick<Sending, 'channel' | 'note'>): string {
  const label = CHANNELS.find(({ value }) => value === channel)?.label
  return [label, note].filter(Boolean).join(': ')
}

type Sent = Pick<Sending, 'channel' | 'note' | 'sentOn' | 'askedOn'>

/** "Download the packet of 11/23/2026, Email: pay@broker.example". A list of links needs the day and the recipient. */
export function describeDownload(sending: Sent): string {
  const day = formatDay(sending.sentOn ?? sending.askedOn)
  return `Download the packet of ${day}, ${describeChannel(sending)}`
}
