/** A valid record of each entity, as a client sends it. `n` makes unique fields differ. */
import type { EntityName } from '#core/fields/field.ts'

const person = {
  name: 'Łukasz Nguyễn',
  email: 'lukasz@example.com',
  phone: '(555) 010-2030',
}

/** The details of a company without sample values. */
export const COMPANY = {
  companyName: 'Blue Ridge Carriers LLC',
  companyAddress: '480 Depot Street',
  companyCity: 'Asheville',
  companyState: 'NC',
  companyZip: '28801',
  companyPhone: '(555) 014-7700',
  companyEmail: 'office@blueridge.example',
}

/** A factor, as a client sends it. */
export const FACTOR = {
  name: 'Apex',
  remitTo: 'P.O. Box 1\nFort Worth, TX 76101',
  notice: 'Assigned to Apex.',
  email: null,
  clientNumber: 'C-9',
  advancePercent: '90',
  feePercent: '3',
  recourseDays: 90,
  isDefault: true,
  firstDay: '2026-01-01',
  lastDay: null,
}

export function makeSample(entity: EntityName, n = 1): Record<string, unknown> {
  const samples: Record<EntityName, Record<string, unknown>> = {
    drivers: {
      ...person,
      address: '12 Elm Street\nDallas, TX 75201',
      licenseNumber: 'D1234567',
      licenseState: 'tx',
      licenseExpiration: '2028-02-29',
      paymentMethod: 'direct-deposit',
      bankDetails: 'First Bank\n000123',
    },
    owners: { ...person, address: '1 Oak Road', paymentMethod: 'ach', taxId: '12-3456789' },
    trucks: {
      truckId: `T-${n}`,
      make: 'Freightliner',
      model: 'Cascadia',
      year: 2021,
      vin: `VIN${n}`,
    },
    trailers: {
      trailerId: `53-${n}`,
      kind: 'reefer',
      year: 2020,
      vin: `1UYVS${n}`,
      licensePlate: 'P-1234',
      plateState: 'tn',
    },
    brokers: { companyName: 'Landstar', mcNumber: `MC${n}`, dotNumber: `DOT${n}` },
    dispatchers: { ...person, extension: '12' },
    loads: {
      loadId: `L-${n}`,
      pickupCity: 'Dallas',
      pickupState: 'TX',
      pickupDate: '2026-11-16',
      deliveryCity: 'Atlanta',
      deliveryState: 'GA',
      deliveryDate: '2026-11-18',
      settlementDate: '2026-11-20',
      revenue: '2400.00',
      miles: '781',
      emptyMiles: '64.5',
    },
  }
  return samples[entity]
}
