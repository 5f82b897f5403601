import { expect, test } from 'vitest'
import { billingSettingsSchema } from './settings.ts'

const readPrefix = (numberPrefix: string) => billingSettingsSchema.safeParse({ numberPrefix })

test.each(['INV-', 'inv_26-', '1234567890'])('C166 The prefix "%s" is accepted', (prefix) =>
  expect(readPrefix(prefix).data?.numberPrefix).toBe(prefix),
)

test.each(['INV 1', 'INV/', 'RÉF-', '12345678901'])(
  'C166 The prefix "%s" gets a message that names what a prefix can have',
  (prefix) =>
    expect(readPrefix(prefix).error?.issues.map(({ message }) => message)).toEqual([
      'Number prefix can have up to 10 letters A to Z, digits, hyphens and underscores',
    ]),
)
