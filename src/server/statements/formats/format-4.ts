import type { Captions } from './captions.ts'
import { format3 } from './format-3.ts'

/** The fourth printed format: format 3 with the charges below each load. It never changes. */
export const format4: Captions = {
  ...format3,
  charges: {
    kinds: {
      'line-haul': 'Line haul',
      'fuel-surcharge': 'Fuel surcharge',
      detention: 'Detention',
      layover: 'Layover',
      tonu: 'Truck ordered, not used',
      'stop-off': 'Stop-off',
      lumper: 'Lumper',
      other: 'Other',
    },
    share: (percent, amount) => `${percent}% of ${amount}`,
  },
}
