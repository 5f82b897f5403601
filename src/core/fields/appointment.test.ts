import { expect, test } from 'vitest'
import { appointment, parseAppointment } from './appointment.ts'

test.each([
  ['08:00', '08:00'],
  ['8:00', '08:00'],
  ['0800', '08:00'],
  ['800', '08:00'],
  ['8 am', '08:00'],
  ['8:30 p.m.', '20:30'],
  ['8a', '08:00'],
  ['12 am', '00:00'],
  ['12:15pm', '12:15'],
  ['23:59', '23:59'],
  ['08:00-14:00', '08:00-14:00'],
  ['0800 – 1400', '08:00-14:00'],
  ['8am to 2pm', '08:00-14:00'],
  ['22:00-02:00', '22:00-02:00'],
  ['09:00-09:00', '09:00'],
  ['9 am - 9 am', '09:00'],
])('C128 The appointment "%s" is stored as %s', (typed, stored) =>
  expect(parseAppointment(typed)).toBe(stored),
)

test.each(['8', '8-5', '8-5pm', '1:00-3:00 pm', '24:00', '13 pm', '0 am', '8:60', '08:00 CST'])(
  'C128 The appointment "%s" is rejected, because it could mean something else',
  (typed) => expect(parseAppointment(typed)).toBeNull(),
)

test.each(['', 'FCFS', '-', '08:00-', '08:00-10:00-12:00', 'tomorrow', '08:00:00', '123456'])(
  'C128 "%s" is not an appointment',
  (typed) => expect(parseAppointment(typed)).toBeNull(),
)

test('C128 A blank appointment is stored as null, and a wrong one has its message', () => {
  const { schema } = appointment('Pickup Time')
  expect(schema.parse('')).toBeNull()
  expect(schema.parse(null)).toBeNull()
  expect(schema.parse(' 9 am ')).toBe('09:00')
  const { error } = schema.safeParse('8')
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Pickup time must be a time or a window, e.g. 08:00 or 8 am - 2 pm',
  ])
})
