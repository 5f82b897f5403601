import { expect, test } from 'vitest'
import { listFormNotes, type CheckedBroker } from './form-notes.ts'
import type { FileRow } from './file-kinds.ts'

const FINE: CheckedBroker = {
  id: 1,
  companyName: 'Summit Freight, Inc.',
  phone: '(555) 010-1234',
  email: 'pay@summitfreight.com',
  mcNumber: 'MC 123456',
  dotNumber: '1234567',
}

function note(change: Partial<CheckedBroker>, others: CheckedBroker[] = [], rows: FileRow[] = []) {
  return listFormNotes({ ...FINE, ...change }, [FINE, ...others], rows)
}

test('C228 A broker with good data has no notes', () => {
  expect(note({})).toEqual([])
  expect(note({ companyName: 'Total Quality Logistics', email: 'a@tql.com' })).toEqual([])
  expect(note({ companyName: 'C.H. Robinson', email: 'a@mail.chrobinson.com' })).toEqual([])
})

test.each<[Partial<CheckedBroker>, string]>([
  [{ mcNumber: 'MC 12X' }, 'MC number “MC 12X” is not 1 to 8 digits.'],
  [{ dotNumber: '123456789' }, 'DOT number “123456789” is not 1 to 8 digits.'],
  [
    { mcNumber: null, dotNumber: null },
    'No MC or DOT number: a file can’t be searched for this broker.',
  ],
  [
    { email: 'summit@gmail.com' },
    'gmail.com is a free email service: anyone can have an address there.',
  ],
  [
    { email: 'pay@sumit-frieght.net' },
    'Email domain sumit-frieght.net does not match the company name.',
  ],
])('C228 %j is noted', (change, text) => {
  expect(note(change)).toEqual([text])
})

test('C228 One number on two brokers is noted, however it is written', () => {
  const twin = { ...FINE, id: 2, companyName: 'Summit Two', mcNumber: '0123456', dotNumber: null }
  expect(note({}, [twin])).toEqual(['MC 123456 is also the number of Summit Two.'])
  expect(note({}, [{ ...twin, mcNumber: 'FF 123456' }])).toEqual([])
})

test('C228 A phone or a name that differs from the file is noted', () => {
  const row = { PHONE: '15559998888', LEGAL_NAME: 'SUMMIT FREIGHT INC' }
  expect(note({}, [], [row])).toEqual(['Phone differs from the file’s: (555) 999-8888.'])
  expect(note({}, [], [{ ...row, PHONE: '5550101234' }])).toEqual([])
  expect(note({}, [], [{ LEGAL_NAME: 'VALLEY HAULERS LLC' }])).toEqual([
    'The file has this number under another name: VALLEY HAULERS LLC.',
  ])
  expect(note({}, [], [{ LEGAL_NAME: 'VALLEY LLC', DBA_NAME: 'SUMMIT' }])).toEqual([])
})
