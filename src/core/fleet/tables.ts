/** The tables of what belongs to trucks. */
import { listedRows, type Tables } from '#core/entities/table.ts'
import { leaseTerms } from './lease-terms.ts'
import { leases } from './leases.ts'
import { odometerReadings } from './odometer.ts'

const leaseDefaultsFields = { terms: leaseTerms('Charge-Backs') }

export const fleetTables = {
  odometer_readings: listedRows(odometerReadings, { seenBy: 'office', changedBy: 'fleet' }),
  leases: listedRows(leases, { seenBy: 'settlements', changedBy: 'payroll' }),
  lease_defaults: {
    singular: 'Charge-backs by default',
    seenBy: 'settlements',
    fields: leaseDefaultsFields,
    csv: { file: 'lease-defaults' },
  },
} as const satisfies Tables
