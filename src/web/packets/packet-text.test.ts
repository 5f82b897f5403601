import { expect, test } from 'vitest'
import { describeDownload, describeSize } from './packet-text.ts'

test.each([
  [1, 1, '1 page, 1 KB'],
  [7, 999_000, '7 pages, 999 KB'],
  [7, 1_400_000, '7 pages, 1.4 MB'],
])('C179 A packet of %d pages and %d bytes is shown as "%s"', (pages, bytes, shown) =>
  expect(describeSize({ pages, bytes })).toBe(shown),
)

test.each([
  [
    { channel: 'mail', note: 'pay@broker.example', sentOn: '2026-11-23' },
    'Download the packet of 11/23/2026, Email: pay@broker.example',
  ],
  [
    { channel: 'portal', note: null, sentOn: null },
    'Download the packet of 11/22/2026, Broker’s Portal',
  ],
] as const)('C179 The download of a sending %j is named "%s"', (sending, named) =>
  expect(describeDownload({ ...sending, askedOn: '2026-11-22' })).toBe(named),
)
