import { column, row, terms, type DrawnPaper } from './draw.ts'

/** The amount comes before its word; the delivery is on the right of the pickup's lines; only our MC number. */
export const ntg: DrawnPaper = {
  name: 'NTG',
  layout: 'ntg',
  pages: [
    [
      { x: 40, y: 30, text: 'Nolan Transportation Group, LLC', size: 12, bold: true },
      ...column(40, 48, ['400 Northridge Rd, Suite 1000', 'Sandy Springs, GA 30350']),
      { x: 150, y: 84, text: 'CARRIER CONFIRMATION: NTG LOAD # 7719302', size: 13, bold: true },
      ...column(40, 112, ['TO: BLUE MESA TRUCKING LLC', 'MC# 884213', 'ATTN: DISPATCH']),
      ...column(360, 112, ['FROM: Kyle Anders', 'kanders@ntgfreight.com', '(404) 555-0133']),
      ...row(
        164,
        [
          [40, 'PICKUP'],
          [330, 'DELIVERY'],
        ],
        { bold: true },
      ),
      ...row(178, [
        [40, 'MESA VERDE TILE'],
        [330, 'SUNBELT FLOORING'],
      ]),
      ...row(190, [
        [40, '3300 COUNTY ROAD 12'],
        [330, '990 PEACHTREE INDUSTRIAL BLVD'],
      ]),
      ...row(202, [
        [40, 'EL PASO, TX 79936'],
        [330, 'NORCROSS, GA 30071'],
      ]),
      ...row(214, [
        [40, 'DATE: 11/23/2026'],
        [330, 'DATE: 11/26/2026'],
      ]),
      ...row(226, [
        [40, 'TIME: 10:00 AM'],
        [330, 'TIME: 7:00 AM - 3:00 PM'],
      ]),
      ...row(238, [
        [40, 'PICKUP #: MV44102'],
        [330, 'PO #: 661-204'],
      ]),
      ...row(270, [
        [40, 'EQUIPMENT: DRY VAN'],
        [220, 'COMMODITY: CERAMIC TILE'],
        [420, 'WEIGHT: 41,700 LBS'],
      ]),
      ...column(40, 300, ['$3,000.00 LINE HAUL', '$420.00 FUEL SURCHARGE', '$3,420.00 TOTAL'], {
        bold: true,
      }),
      ...column(40, 360, [
        'SEND INVOICES TO: invoices@ntgfreight.com',
        'NTG, PO BOX 930184',
        'ATLANTA, GA 31193',
      ]),
    ],
    terms('TERMS AND CONDITIONS'),
  ],
  expected: {
    brokerLoadNumber: '7719302',
    brokerName: 'Nolan Transportation Group',
    brokerDomain: 'ntgfreight.com',
    total: '3420.00',
    pickupFacility: 'MESA VERDE TILE',
    pickupAddress: '3300 COUNTY ROAD 12',
    pickupCity: 'EL PASO',
    pickupState: 'TX',
    pickupZip: '79936',
    pickupDate: '2026-11-23',
    pickupTime: '10:00',
    deliveryFacility: 'SUNBELT FLOORING',
    deliveryAddress: '990 PEACHTREE INDUSTRIAL BLVD',
    deliveryCity: 'NORCROSS',
    deliveryState: 'GA',
    deliveryZip: '30071',
    deliveryDate: '2026-11-26',
    deliveryTime: '07:00-15:00',
    poNumber: '661-204',
    pickupNumber: 'MV44102',
    cargoType: 'CERAMIC TILE',
    weight: '41700',
    equipment: 'DRY VAN',
  },
  charges: [
    ['line-haul', '3000.00'],
    ['fuel-surcharge', '420.00'],
  ],
}
