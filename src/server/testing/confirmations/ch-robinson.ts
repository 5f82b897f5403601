import { column, row, terms, type DrawnPaper } from './draw.ts'

const NUMBER = '483920175'

/** Stops as SHIPPER#1 and RECEIVER#1, our id "T…" in the head, fuel said to be included. */
export const chRobinson: DrawnPaper = {
  name: 'C.H. Robinson',
  layout: 'ch-robinson',
  pages: [
    [
      { x: 40, y: 30, text: 'C.H. Robinson', size: 15, bold: true },
      {
        x: 120,
        y: 56,
        text: `Contract Addendum and Carrier Load Confirmation - #${NUMBER}`,
        size: 12,
        bold: true,
      },
      ...column(40, 84, [
        'Carrier: BLUE MESA TRUCKING LLC',
        'T7041152 going to Charlotte, NC',
        'Phone: (505) 555-0117',
        'Fax: (505) 555-0118',
      ]),
      ...column(330, 84, [
        'C.H. Robinson Contact: Dana Whitlow',
        'Phone: (800) 555-0142',
        'Email: dana.whitlow@chrobinson.com',
        'Sent: 11/20/2026 09:12',
      ]),
      ...row(144, [
        [40, 'Equipment: Van - Min L=53'],
        [330, 'Temperature: N/A'],
        [460, 'Driver Name: R. Castillo'],
      ]),
      { x: 40, y: 166, text: 'SHIPPER#1: NORTH FORK PAPER', bold: true },
      ...row(180, [
        [40, 'Address:'],
        [110, '1180 Mill Rd'],
        [330, 'Pick Up Date: 11/23/26'],
      ]),
      ...row(192, [
        [110, 'Green Bay, WI 54303'],
        [330, '*Scheduled Pick Up*: 11/23/26 14:00'],
      ]),
      ...row(204, [
        [40, 'Phone:'],
        [110, '(920) 555-0163'],
        [330, 'Pickup#: 77120934'],
      ]),
      ...row(216, [[330, 'Appointment#: 5512']]),
      ...row(232, [
        [40, 'Commodity'],
        [240, 'Est Wgt'],
        [320, 'Units'],
        [390, 'Count'],
        [450, 'Pallets'],
        [510, 'Ref #'],
      ]),
      ...row(244, [
        [40, 'Paper rolls'],
        [240, '42,180'],
        [320, '24'],
        [390, '24'],
        [450, '24'],
        [510, '990121'],
      ]),
      ...column(40, 260, ['Shipper Instructions: Tarps not needed, call before arrival']),
      { x: 40, y: 284, text: 'RECEIVER#1: PIEDMONT PRINT WORKS', bold: true },
      ...row(298, [
        [40, 'Address:'],
        [110, '4400 Statesville Ave'],
        [330, 'Delivery Date: 11/25/26'],
      ]),
      ...row(310, [
        [110, 'Charlotte, NC 28269'],
        [330, '*Scheduled Delivery*: 11/25/26 08:30'],
      ]),
      ...row(322, [
        [40, 'Phone:'],
        [110, '(704) 555-0129'],
        [330, 'Delivery#: 31177'],
      ]),
      ...column(40, 344, ['Receiver Instructions: Check in at gate 4']),
      { x: 40, y: 380, text: 'Rate Details', bold: true, size: 11 },
      ...row(396, [
        [40, `Service for Load #${NUMBER}`],
        [330, 'Amount'],
        [420, 'Rate'],
        [500, 'Total'],
      ]),
      ...row(410, [
        [40, 'Line Haul - FLAT RATE'],
        [330, '1'],
        [420, '$2,650.00'],
        [500, '$2,650.00'],
      ]),
      ...row(422, [
        [40, 'Fuel Surcharge - included in the line haul'],
        [330, '1'],
        [420, '$0.00'],
        [500, '$0.00'],
      ]),
      ...row(
        438,
        [
          [420, 'Total:'],
          [500, '$2,650.00'],
        ],
        { bold: true },
      ),
      ...column(40, 470, [
        'Send bills and PODs to LoadDocs@chrobinson.com or',
        'C.H. Robinson, P.O. Box 9121',
        'Minneapolis, MN 55480-9121',
      ]),
    ],
    [
      { x: 40, y: 30, text: `Service for Load #${NUMBER}`, bold: true },
      { x: 40, y: 60, text: 'SHIPPER#1: NORTH FORK PAPER', bold: true },
      ...column(40, 74, [
        'Pick Up Date: 11/23/26',
        'Driver must check in with the number 77120934',
      ]),
    ],
    terms('TERMS AND CONDITIONS'),
  ],
  expected: {
    brokerLoadNumber: NUMBER,
    brokerName: 'C.H. Robinson',
    brokerDomain: 'chrobinson.com',
    total: '2650.00',
    pickupFacility: 'NORTH FORK PAPER',
    pickupAddress: '1180 Mill Rd',
    pickupCity: 'Green Bay',
    pickupState: 'WI',
    pickupZip: '54303',
    pickupDate: '2026-11-23',
    pickupTime: '14:00',
    deliveryFacility: 'PIEDMONT PRINT WORKS',
    deliveryAddress: '4400 Statesville Ave',
    deliveryCity: 'Charlotte',
    deliveryState: 'NC',
    deliveryZip: '28269',
    deliveryDate: '2026-11-25',
    deliveryTime: '08:30',
    pickupNumber: '77120934',
    cargoType: 'Paper rolls',
    weight: '42180',
    pieces: '24',
    equipment: 'Van - Min L=53',
  },
  charges: [['line-haul', '2650.00']],
}
