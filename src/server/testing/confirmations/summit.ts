import { column, row, terms, type DrawnPaper } from './draw.ts'

/** In the style of newer broker programs: cards, days in words, one line per place. Drawn after the reader was written. */
export const summit: DrawnPaper = {
  name: 'Summit Arc Logistics',
  layout: null,
  pages: [
    [
      { x: 40, y: 28, text: 'Summit Arc Logistics', size: 16, bold: true },
      { x: 430, y: 28, text: 'Rate Confirmation', size: 14, bold: true },
      ...row(52, [
        [40, '720 Brazos St, Suite 400, Austin, TX 78701'],
        [430, 'Load ID'],
      ]),
      ...row(66, [
        [40, 'MC 1044881 | DOT 3120098'],
        [430, 'SA-2204917'],
      ]),
      ...row(
        100,
        [
          [40, 'Your contact'],
          [230, 'Carrier'],
          [430, 'Driver'],
        ],
        { bold: true },
      ),
      ...row(114, [
        [40, 'Noah Feld'],
        [230, 'Blue Mesa Trucking LLC'],
        [430, 'R. Castillo'],
      ]),
      ...row(126, [
        [40, 'noah@summitarc.com'],
        [230, 'MC 884213'],
        [430, '505-555-0199'],
      ]),
      ...row(138, [
        [40, '512-555-0126'],
        [230, 'dispatch@bluemesa.example'],
      ]),
      { x: 40, y: 170, text: 'Pickup 1 of 1', bold: true, size: 11 },
      ...row(186, [
        [40, 'Lone Star Aggregates'],
        [330, 'Appointment'],
      ]),
      ...row(198, [
        [40, '14100 FM 1325, Austin, TX 78728'],
        [330, 'November 23, 2026 at 9:00 AM CST'],
      ]),
      ...row(212, [
        [40, 'Reference numbers: PU 60218, PO 7719-B'],
        [330, 'Contact: gate office'],
      ]),
      ...column(40, 226, [
        'Notes: Hard hat and vest. Enter from the south, next exit Georgetown, TX',
      ]),
      { x: 40, y: 256, text: 'Drop 1 of 1', bold: true, size: 11 },
      ...row(272, [
        [40, 'Bayou Concrete Supply'],
        [330, 'First come, first served'],
      ]),
      ...row(284, [
        [40, '3001 Choctaw Dr, Baton Rouge, LA 70805'],
        [330, 'November 24, 2026, 7:00 AM - 2:00 PM CST'],
      ]),
      { x: 40, y: 330, text: 'Freight', bold: true, size: 11 },
      ...row(
        346,
        [
          [40, 'Description'],
          [200, 'Qty'],
          [280, 'Weight'],
          [380, 'Equipment'],
        ],
        { bold: true },
      ),
      ...row(359, [
        [40, 'Bagged cement'],
        [200, '22 pallets'],
        [280, '44,800 lb'],
        [380, 'Flatbed w/ tarps'],
      ]),
      { x: 40, y: 396, text: 'Payment', bold: true, size: 11 },
      ...row(412, [
        [40, 'Linehaul'],
        [480, '$1,200.00'],
      ]),
      ...row(426, [
        [40, 'Tarp fee'],
        [480, '$75.00'],
      ]),
      ...row(
        444,
        [
          [40, 'Agreed total'],
          [480, '$1,275.00'],
        ],
        { bold: true },
      ),
      ...column(40, 470, [
        'Quick pay in 2 days: $1,236.75 (3% fee)',
        'Send paperwork to billing@summitarc.com',
      ]),
    ],
    terms('Terms'),
  ],
  expected: {
    brokerLoadNumber: 'SA-2204917',
    brokerName: 'Summit Arc Logistics',
    brokerMc: '1044881',
    brokerDomain: 'summitarc.com',
    total: '1275.00',
    pickupFacility: 'Lone Star Aggregates',
    pickupAddress: '14100 FM 1325',
    pickupCity: 'Austin',
    pickupState: 'TX',
    pickupZip: '78728',
    pickupDate: '2026-11-23',
    pickupTime: '09:00',
    deliveryFacility: 'Bayou Concrete Supply',
    deliveryAddress: '3001 Choctaw Dr',
    deliveryCity: 'Baton Rouge',
    deliveryState: 'LA',
    deliveryZip: '70805',
    deliveryDate: '2026-11-24',
    deliveryTime: '07:00-14:00',
    poNumber: '7719-B',
    pickupNumber: '60218',
    cargoType: 'Bagged cement',
    weight: '44800',
    pieces: '22',
    equipment: 'Flatbed w/ tarps',
  },
  charges: [
    ['line-haul', '1200.00'],
    ['other', '75.00'],
  ],
}
