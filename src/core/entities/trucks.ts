import { defineEntity } from './entity.ts'
import { withHelp } from '#core/fields/help.ts'
import { SERIAL, withKey } from '#core/fields/number-keys.ts'
import { choice, reference, year } from '#core/fields/fields.ts'
import { optionalText, optionalUniqueNumber, text, uniqueNumber } from '#core/fields/text.ts'
import { TRUCK_STATUSES } from '#core/statuses.ts'

export const trucks = defineEntity({
  name: 'trucks',
  singular: 'Truck',
  title: 'Trucks',
  description: 'Your fleet: owner, driver and status of each truck.',
  label: 'truckId',
  fields: {
    truckId: uniqueNumber('Truck #'),
    make: text('Make'),
    model: text('Model'),
    year: year('Year'),
    vin: withKey(SERIAL, optionalUniqueNumber('VIN')),
    licensePlate: optionalText('License Plate'),
    ownerId: withHelp(
      reference('Owner', 'owners', 'Unassigned'),
      'The payee. Without an owner, the driver is paid',
    ),
    driverId: reference('Driver', 'drivers', 'Unassigned'),
    status: choice('Status', TRUCK_STATUSES, { formDefault: 'active', defaultValue: 'active' }),
  },
  columns: [
    'truckId',
    { title: 'Make/Model', fields: ['make', 'model'] },
    'year',
    'ownerId',
    'driverId',
    { title: 'Status', fields: ['status'], show: 'badge' },
  ],
  card: ['make', 'driverId', 'status'],
  internal: ['oldDouble'],
})
