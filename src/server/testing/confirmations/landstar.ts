import { column, row, terms, type DrawnPaper } from './draw.ts'

/** Stops by their dates, a stop-off between them, two billing addresses. */
export const landstar: DrawnPaper = {
  name: 'Landstar',
  layout: 'landstar',
  pages: [
    [
      { x: 40, y: 30, text: 'LANDSTAR RANGER, INC.', size: 14, bold: true },
      { x: 380, y: 30, text: 'FB #: 6620418', size: 12, bold: true },
      ...column(40, 50, [
        'Agency: QDX  High Plains Agency',
        'Agency Phone: (800) 555-0155',
        'Email: hpa@landstarmail.com',
        'MC-166960',
      ]),
      ...column(380, 50, ['Date: 11/20/2026', 'EL #: 6620418']),
      ...column(40, 108, [
        'CARRIER: BLUE MESA TRUCKING LLC',
        'MC 884213',
        'DISPATCH: (505) 555-0117',
      ]),
      ...row(150, [
        [40, 'EQUIPMENT TYPE: FLATBED 48'],
        [300, 'COMMODITY: STEEL TUBING'],
        [480, 'WEIGHT: 46,200'],
      ]),
      ...row(166, [
        [40, 'PIECES: 14'],
        [300, 'TARPS: YES'],
        [480, 'MILES: 911'],
      ]),
      ...row(
        192,
        [
          [40, 'PICK-UP DATE: 11/23/2026'],
          [300, 'TIME: 0700 - 1500'],
        ],
        { bold: true },
      ),
      ...row(206, [
        [40, 'NAME/ADDRESS:'],
        [140, 'GULF TUBE & PIPE'],
      ]),
      ...column(140, 218, ['7800 MARKET ST', 'HOUSTON, TX 77029', 'PO #: 55-10933']),
      ...row(
        266,
        [
          [40, 'STOP-OFF DATE: 11/24/2026'],
          [300, 'TIME: 0800'],
        ],
        { bold: true },
      ),
      ...row(280, [
        [40, 'NAME/ADDRESS:'],
        [140, 'RIVERBEND FABRICATION'],
      ]),
      ...column(140, 292, ['12 LEVEE RD', 'MEMPHIS, TN 38109']),
      ...row(
        330,
        [
          [40, 'DELIVERY DATE: 11/25/2026'],
          [300, 'TIME: 0700 - 1400'],
        ],
        { bold: true },
      ),
      ...row(344, [
        [40, 'NAME/ADDRESS:'],
        [140, 'OHIO VALLEY STRUCTURES'],
      ]),
      ...column(140, 356, ['2900 RIVER RD', 'CINCINNATI, OH 45204']),
      { x: 40, y: 400, text: 'CARRIER PAY', bold: true },
      ...row(414, [
        [40, 'LINE HAUL'],
        [300, '$2,100.00'],
      ]),
      ...row(426, [
        [40, 'FUEL SURCHARGE'],
        [300, '$364.40'],
      ]),
      ...row(438, [
        [40, 'STOP OFF'],
        [300, '$75.00'],
      ]),
      ...row(
        454,
        [
          [40, 'Total Carrier Pay:'],
          [300, '$2,539.40'],
        ],
        { bold: true },
      ),
      ...column(40, 490, [
        'BILLING ADDRESS FOR REGULAR MAIL:',
        'LANDSTAR RANGER',
        'P.O. BOX 8500-54293',
        'PHILADELPHIA, PA 19178',
      ]),
      ...column(330, 490, [
        'BILLING ADDRESS FOR OVERNIGHT MAIL:',
        'LANDSTAR RANGER',
        '13410 SUTTON PARK DR S',
        'JACKSONVILLE, FL 32224',
      ]),
    ],
    terms('TERMS AND CONDITIONS'),
  ],
  expected: {
    brokerLoadNumber: '6620418',
    brokerName: 'Landstar',
    brokerMc: '166960',
    total: '2539.40',
    pickupFacility: 'GULF TUBE & PIPE',
    pickupAddress: '7800 MARKET ST',
    pickupCity: 'HOUSTON',
    pickupState: 'TX',
    pickupZip: '77029',
    pickupDate: '2026-11-23',
    pickupTime: '07:00-15:00',
    deliveryFacility: 'OHIO VALLEY STRUCTURES',
    deliveryAddress: '2900 RIVER RD',
    deliveryCity: 'CINCINNATI',
    deliveryState: 'OH',
    deliveryZip: '45204',
    deliveryDate: '2026-11-25',
    deliveryTime: '07:00-14:00',
    poNumber: '55-10933',
    cargoType: 'STEEL TUBING',
    weight: '46200',
    pieces: '14',
    miles: '911',
    equipment: 'FLATBED 48',
  },
  charges: [
    ['line-haul', '2100.00'],
    ['fuel-surcharge', '364.40'],
    ['stop-off', '75.00'],
  ],
  furtherStops: 1,
}
