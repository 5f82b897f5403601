import { defineEntity } from './entity.ts'
import { withHelp } from '#core/fields/help.ts'
import { SERIAL, withKey } from '#core/fields/number-keys.ts'
import { choice, optionalYear, reference } from '#core/fields/fields.ts'
import {
  optionalState,
  optionalText,
  optionalUniqueNumber,
  uniqueNumber,
} from '#core/fields/text.ts'
import { TRUCK_STATUSES } from '#core/statuses.ts'

/** The words of other programs are those of their equipment codes: "V", "53' Van" (SPEC C58). */
const TRAILER_KINDS = [
  { value: 'dry-van', label: 'Dry Van', aliases: ['van', 'v', 'dv', '53 van', 'box'] },
  { value: 'reefer', label: 'Reefer', aliases: ['refrigerated', 'r', 'rf', 'refrigerated van'] },
  { value: 'flatbed', label: 'Flatbed', aliases: ['flat', 'f', 'fb', 'flat bed'] },
  { value: 'step-deck', label: 'Step Deck', aliases: ['sd', 'stepdeck', 'drop deck'] },
  { value: 'lowboy', label: 'Lowboy', aliases: ['low boy', 'rgn', 'double drop'] },
  { value: 'conestoga', label: 'Conestoga', aliases: ['curtain side', 'curtainside'] },
  { value: 'tanker', label: 'Tanker', aliases: ['tank'] },
  { value: 'hopper', label: 'Hopper', aliases: ['hopper bottom', 'grain'] },
  { value: 'dump', label: 'Dump', aliases: ['end dump', 'side dump', 'belly dump'] },
  { value: 'car-hauler', label: 'Car Hauler', aliases: ['auto hauler', 'car carrier'] },
  { value: 'chassis', label: 'Container Chassis', aliases: ['container', 'intermodal'] },
  { value: 'other', label: 'Other', aliases: ['unknown', 'n/a'] },
] as const

export const trailers = defineEntity({
  name: 'trailers',
  singular: 'Trailer',
  title: 'Trailers',
  description: 'Every trailer you pull: plate, owner and status.',
  label: 'trailerId',
  fields: {
    trailerId: uniqueNumber('Trailer #'),
    kind: choice('Kind', TRAILER_KINDS, { formDefault: 'dry-van', defaultValue: 'other' }),
    year: optionalYear('Year'),
    vin: withKey(SERIAL, optionalUniqueNumber('VIN')),
    licensePlate: optionalText('License Plate'),
    plateState: optionalState('Plate State'),
    ownerId: withHelp(
      reference('Owner', 'owners', 'Carrier'),
      'Without an owner, the trailer is the carrier’s',
    ),
    status: choice('Status', TRUCK_STATUSES, { formDefault: 'active', defaultValue: 'active' }),
  },
  columns: [
    'trailerId',
    'kind',
    'year',
    { title: 'Plate', fields: ['licensePlate'], second: { field: 'plateState' } },
    'ownerId',
    { title: 'Status', fields: ['status'], show: 'badge' },
  ],
  card: ['kind', 'licensePlate', 'status'],
  views: [{ name: 'Active', address: 'status=active' }],
})
