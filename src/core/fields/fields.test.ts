import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toSentenceCase } from './checks.ts'
import { companyFields } from '#core/settings/company.ts'
import {
  choice,
  day,
  documents,
  optionalDay,
  reference,
  requiredReference,
  year,
} from './fields.ts'
import type { Field } from './field.ts'
import {
  money,
  optionalAmount,
  optionalMoney,
  quantity,
  quantityOrNull,
  rate,
  rateOrNull,
} from './amounts.ts'
import {
  address,
  email,
  emails,
  notes,
  optionalEmail,
  optionalEmails,
  optionalText,
  state,
  text,
} from './text.ts'
import { LARGEST_AMOUNT, toAmount } from '#core/money.ts'

type Stored = [field: Field, sent: unknown, stored: unknown]
type Rejected = [field: Field, sent: unknown, message: string]

const status = choice('Delivery Status', [{ value: 'in-transit', label: 'In Transit' }], {
  formDefault: 'in-transit',
  aliases: { in_transit: 'in-transit' },
})

const STORED: Record<string, Stored[]> = {
  'C428 addresses': [
    [emails('Email'), ' Pat@Example.com ', 'Pat@Example.com'],
    [emails('Email'), '"Acme, AP" <ap@a.example>; bob@a.example', 'ap@a.example, bob@a.example'],
    [optionalEmails('Email'), ' ', null],
    [optionalEmails('Email'), 'ap@a.example;', 'ap@a.example'],
  ],
  'B11 text': [
    [text('Name'), '  Ada  Lovelace ', 'Ada  Lovelace'],
    [text('Name'), 'Ame\u0301lie', 'Am\u00e9lie'],
    [text('Name'), 'x'.repeat(200), 'x'.repeat(200)],
    [text('Name'), '0', '0'],
    [optionalText('VIN'), '  ', null],
    [optionalText('VIN'), null, null],
    [optionalText('VIN'), ' 1FUJ ', '1FUJ'],
    [address('Address'), ' 1 Elm\r\n\tDallas ', '1 Elm\r\n\tDallas'],
    [notes('Notes'), 'x'.repeat(10_000), 'x'.repeat(10_000)],
    [notes('Notes'), '', null],
    [optionalEmail('Email'), ' ', null],
    [email('Email'), ' Pat@Example.com ', 'Pat@Example.com'],
  ],
  'B11 lists': [
    [documents('Documents'), [{ name: 'bol.pdf' }], [{ name: 'bol.pdf' }]],
    [documents('Documents'), null, []],
    [companyFields.customDeductions, null, []],
  ],
  'B12 days': [
    [day('Date'), ' 2024-02-29 ', '2024-02-29'],
    [optionalDay('Date'), '', null],
    [optionalDay('Date'), null, null],
  ],
  'B13 amounts': [
    [money('Revenue'), 1234.5, '1234.50'],
    [money('Revenue'), ' 7 ', '7.00'],
    [money('Revenue'), 0, '0.00'],
    [money('Revenue'), -0, '0.00'],
    [money('Revenue'), '-0', '0.00'],
    [money('Revenue'), '99999999.99', '99999999.99'],
    [quantity('Miles', 'mi'), '', '0.00'],
    [quantity('Miles', 'mi'), null, '0.00'],
    [optionalAmount('Rate', 'money'), ' ', null],
    [optionalAmount('Rate', 'money'), null, null],
    [optionalAmount('Rate', 'money'), '-5', '-5.00'],
    [optionalMoney('Fuel'), '-99999999.99', '-99999999.99'],
    [optionalMoney('Fuel'), '', '0.00'],
  ],
  'C14 rates and quantities': [
    [rate('Rate'), '3.799', '3.799'],
    [rate('Rate'), 0.055, '0.055'],
    [rate('Rate'), '350', '350.00'],
    [rate('Rate'), '0.1000', '0.10'],
    [rate('Rate'), '99999999.99', '99999999.99'],
    [rateOrNull('Rate'), '-0.0001', '-0.0001'],
    [rateOrNull('Rate'), ' ', null],
    [quantityOrNull('Quantity'), '112.431', '112.431'],
    [quantityOrNull('Quantity'), '', null],
  ],
  'A5.truck.1 years': [
    [year('Year'), 2021, 2021],
    [year('Year'), ' 2021 ', 2021],
    [year('Year'), '0', 0],
    [year('Year'), 2999, 2999],
  ],
  'B16 choices': [
    [status, 'in-transit', 'in-transit'],
    [status, 'in_transit', 'in-transit'],
  ],
  'B16a states': [[state('State'), ' tx ', 'TX']],
  'B17 links': [
    [reference('Truck', 'trucks', 'N/A'), 7, 7],
    [reference('Truck', 'trucks', 'N/A'), '7', 7],
    [reference('Truck', 'trucks', 'N/A'), null, null],
    [reference('Truck', 'trucks', 'N/A'), '', null],
    [reference('Truck', 'trucks', 'N/A'), 'none', null],
    [requiredReference('Truck', 'trucks'), '12', 12],
  ],
}

function nested(levels: number): unknown[] {
  return levels ? [nested(levels - 1)] : []
}

const UNSAVABLE = "Contains characters that can't be saved"
const NOT_AN_AMOUNT = 'Revenue must be a dollar amount, e.g. 950.00'
const NOT_A_DAY = 'Pickup date must be a valid date, e.g. 11/20/2026'
const NOT_A_YEAR = 'Year must be a whole number from 0 to 2999'

const REJECTED: Record<string, Rejected[]> = {
  'B11 text': [
    [text('Name'), ' \n ', 'Name is required'],
    [text('Name'), undefined, 'Name is required'],
    [text('Name'), null, 'Name is required'],
    [text('Name'), 5, 'Invalid input'],
    [text('Name'), 'x'.repeat(201), 'Name must be 200 characters or fewer'],
    [text('Name'), 'a\u0000b', UNSAVABLE],
    [text('Name'), 'a\nb', UNSAVABLE],
    [text('Name'), 'a\ud800b', UNSAVABLE],
    [text('Name'), `e${'\u0301'.repeat(31)}`, UNSAVABLE],
    [notes('Notes'), '\u0301\u0323'.repeat(5_000), UNSAVABLE],
    [address('Address'), 'x'.repeat(501), 'Address must be 500 characters or fewer'],
    [address('Address'), '', 'Address is required'],
    [notes('Notes'), 'a\u0008b', UNSAVABLE],
    [email('Email'), 'not an email', 'Invalid email address'],
    [emails('Email'), 'not an email', 'Invalid email address'],
    [emails('Email'), '', 'Email is required'],
    [optionalEmails('Email'), 'ap@a.example, bob', 'bob is not an email address'],
    [optionalEmail('Email'), 'a@', 'Invalid email address'],
    [documents('Documents'), ['\u0000'], UNSAVABLE],
    [documents('Documents'), ['x'.repeat(10_000)], 'Documents are too long'],
    [documents('Documents'), nested(5_000), 'Documents are nested too deeply'],
    [documents('Documents'), 'list.pdf', 'Documents must be a list'],
  ],
  'B12 days': [
    [day('Pickup Date'), undefined, 'Pickup date is required'],
    [day('Pickup Date'), '2026-02-30', NOT_A_DAY],
    [day('Pickup Date'), '03/04/2026', NOT_A_DAY],
    [day('Pickup Date'), 'now', NOT_A_DAY],
    [day('Pickup Date'), 20261120, NOT_A_DAY],
    [optionalDay('Pickup Date'), '2026-11-20T00:00:00Z', NOT_A_DAY],
  ],
  'B13 amounts': [
    ...['NaN', '1e3', '0x1F', '1_000', '10.005', '$5', '1,000', '--1', 1e21, 0.1 + 0.2, 1e-7].map(
      (sent): Rejected => [money('Revenue'), sent, NOT_AN_AMOUNT],
    ),
    [money('Revenue'), true, NOT_AN_AMOUNT],
    [money('Revenue'), ['5'], NOT_AN_AMOUNT],
    [money('Revenue'), null, 'Revenue is required'],
    [money('Revenue'), '-0.01', 'Revenue must be from 0 to 99,999,999.99'],
    [money('Revenue'), '100000000', 'Revenue must be from 0 to 99,999,999.99'],
    [quantity('Miles', 'mi'), '-1', 'Miles must be from 0 to 99,999,999.99'],
    [optionalAmount('Rate', 'money'), '0.005', 'Rate must be a dollar amount, e.g. 950.00'],
    [optionalMoney('Fuel'), '-100000000', 'Fuel must be from -99,999,999.99 to 99,999,999.99'],
  ],
  'C14 rates and quantities': [
    [rate('Rate'), '0.00001', 'Rate must be a number with at most 4 decimals, e.g. 3.799'],
    [rate('Rate'), '-0.0001', 'Rate must be from 0 to 99,999,999.99'],
    [rate('Rate'), '99999999.9901', 'Rate must be from 0 to 99,999,999.99'],
    [
      quantityOrNull('Gallons'),
      '1.0005',
      'Gallons must be a number with at most 3 decimals, e.g. 3.799',
    ],
  ],
  'A5.truck.1 years': ['abc', '', 2021.5, -1, 3000, '20211', true].map((sent): Rejected => {
    return [year('Year'), sent, NOT_A_YEAR]
  }),
  'B16 choices': [
    [status, 'lost', 'Delivery status must be In Transit'],
    [status, '', 'Delivery status must be In Transit'],
    [status, 'constructor', 'Delivery status must be In Transit'],
    [status, undefined, 'Delivery status is required'],
  ],
  'B16a states': [
    [state('State'), 'T', 'State must be exactly 2 characters'],
    [state('State'), 'TEX', 'State must be exactly 2 characters'],
    [state('State'), undefined, 'State must be exactly 2 characters'],
    [state('State'), 'ß1', 'State must be two letters'],
  ],
  'B17 links': [
    ...[0, -1, 1.5, '1.5', '1e3', 'x', ' ', '9'.repeat(17), 2 ** 53].map((sent): Rejected => {
      return [reference('Driver 2', 'drivers', ''), sent, 'Driver 2 was not found']
    }),
    [requiredReference('Truck', 'trucks'), null, 'Truck is required'],
    [requiredReference('Truck', 'trucks'), 'none', 'Truck is required'],
    [requiredReference('Truck', 'trucks'), 0, 'Truck was not found'],
  ],
}

describe.each(Object.entries(STORED))('%s', (_, cases) => {
  test.each(cases.map(nameCase))('$label accepts $shown', ({ field, sent, expected }) => {
    expect(field.schema.parse(sent)).toEqual(expected)
  })
})

describe.each(Object.entries(REJECTED))('%s', (_, cases) => {
  test.each(cases.map(nameCase))('$label rejects $shown', ({ field, sent, expected }) => {
    const { error } = field.schema.safeParse(sent)
    expect(error?.issues.map(({ message }) => message)).toEqual([expected])
  })
})

test('S17 B13 Amounts in whole cents are stored as sent, as text or JSON numbers', () => {
  const cents = fc.bigInt({ min: 0n, max: LARGEST_AMOUNT })
  const { schema } = money('Revenue')
  fc.assert(fc.property(cents, (value) => schema.parse(toAmount(value)) === toAmount(value)))
  fc.assert(
    fc.property(cents, (value) => {
      const sent: unknown = JSON.parse(String(Number(value) / 100))
      return schema.parse(sent) === toAmount(value)
    }),
  )
})

test('S17 B13 Any other text or number is rejected', () => {
  const { schema } = optionalMoney('Fuel')
  const plain = /^-?\d+(\.\d{1,2})?$/
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.string()), (sent) => {
      const { success } = schema.safeParse(sent)
      const typed = String(sent).trim()
      return !success || typed === '' || plain.test(typed)
    }),
  )
})

test('S17 B11 Stored text is trimmed and in NFC, and is accepted again unchanged', () => {
  const { schema } = text('Name')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 250 }), (sent) => {
      const { success, data } = schema.safeParse(sent)
      return !success || (data === data.trim().normalize('NFC') && schema.parse(data) === data)
    }),
  )
})

test.each([
  ['License Number', 'License number'],
  ['BOL Status', 'BOL status'],
  ['MC Number', 'MC number'],
  ['Load #', 'Load #'],
  ['Driver 2', 'Driver 2'],
])('Messages write "%s" as "%s"', (label, sentence) => expect(toSentenceCase(label)).toBe(sentence))

function nameCase([field, sent, expected]: Stored | Rejected) {
  const shown = JSON.stringify(sent)?.slice(0, 40) ?? 'nothing'
  return { field, sent, expected, label: field.label, shown }
}
