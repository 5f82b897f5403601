/** The words that name a value on the papers of all brokers. */
import type { ReadField } from './reading.ts'
import {
  parsePerson,
  parseQuantity,
  parseReference,
  parseReferences,
  parseText,
  parseUnit,
  type Parse,
} from './values/references.ts'
import type { Side } from './words/labels.ts'

/**
 * `ranks`: labels that are equally reliable; a later rank counts only if the earlier ones found nothing. `notAfter`: words
 * before the label that give it another meaning ("customer PO").
 */
export type FieldLabels = {
  ranks: readonly (readonly string[])[]
  sides: readonly Side[]
  parse: Parse
  notAfter?: RegExp
  /** A label without "#" is a title: its value is only to its right, or below it in a table. */
  hasTitles?: boolean
}

/** Column headings and other labels, which are never a value. */
const NO_VALUE =
  '(?!(?:est\\b.*|wgt|wt|commodity|description|weight|pieces|pcs|pallets?|qty|quantity|units?|equipment|trailer|temp(?:erature)?|miles|distance|mode|length|size|type|class|nmfc|date|time|rate|amount|total|po|bol|ref(?:erence)?|hazmat|value|yes|no|n\\/a|none|tbd)\\b\\W*(?:$|#))'

const TRAILER =
  '(?:van|reefer|refrigerated|flat ?bed|step ?deck|power only|conestoga|rgn|low ?boy|double drop|box truck|straight truck|hot ?shot|sprinter|tanker|container|hopper|dry)'

const POUNDS = /^(?:lbs?|pounds?|#)$/i

export const FIELD_LABELS = {
  brokerLoadNumber: {
    ranks: [
      ['load #', 'load confirmation #', 'carrier load confirmation #', 'load tender #'],
      ['rate confirmation #', 'confirmation #', 'rate con #', 'ratecon #', 'load sheet #'],
      [
        ...['carrier load confirmation', 'load confirmation', 'rate confirmation'],
        ...['carrier confirmation', 'load tender', 'rate con', 'load'],
      ],
      ['freight bill #', 'fb #', 'pro #'],
      ['shipment #', 'order #', 'trip #', 'tender #', 'dispatch #', 'job #', 'booking #'],
      ['order', 'order / commande', 'commande', 'shipment', 'trip', 'tender'],
      ['our reference #', 'file #', 'reference #', 'ref #', 'route #', 'contract #'],
      ['pro', 'our reference', 'reference'],
    ],
    sides: ['right', 'below'],
    parse: parseReference,
    hasTitles: true,
    notAfter:
      /\b(?:customer|carrier'?s?|your|shipper'?s?|consignee'?s?|receiver'?s?|purchase|sales|work|pick[\s-]?up|delivery|appointment|appt)\W*$|\b(?:bol|po)[^\w/]*$/i,
  },
  poNumber: {
    ranks: [['purchase order #', 'po #', 'p.o. #', 'customer po #'], ['po']],
    sides: ['right', 'below'],
    parse: parseReferences,
  },
  bolNumber: {
    ranks: [['bill of lading #', 'bol #', 'b/l #'], ['bol']],
    sides: ['right', 'below'],
    parse: parseReferences,
  },
  pickupNumber: {
    ranks: [['pickup #', 'pick up #', 'pick-up #', 'pu #', 'pickup confirmation #'], ['pu']],
    sides: ['right', 'below'],
    parse: parseReferences,
  },
  cargoType: {
    ranks: [
      ['commodity', 'commodities', 'commodity description'],
      ['product', 'cargo', 'freight description'],
    ],
    sides: ['right', 'below'],
    parse: parseText(
      new RegExp(
        `^${NO_VALUE}(?!value|insurance|theft|claim|driver|remit|carrier|invoice|detention|special|call)(?=.*[a-z]{3})[^$]*$`,
        'i',
      ),
    ),
  },
  equipment: {
    ranks: [['equipment type', 'equipment', 'equip', 'trailer type', 'trailer', 'truck type']],
    sides: ['right', 'below'],
    parse: parseText(new RegExp(`\\b${TRAILER}\\b`, 'i')),
    notAfter: /\b(?:drop|no)\W*$/i,
  },
  weight: {
    ranks: [
      ['total weight', 'gross weight'],
      ['weight', 'weight lbs', 'weight (lbs)', 'wt', 'est wgt', 'wgt'],
    ],
    sides: ['right', 'below'],
    parse: parseQuantity(POUNDS, 1, 200_000),
    notAfter: /\b(?:max(?:imum)?|tare|min(?:imum)?|net|per)\W*$/i,
  },
  pieces: {
    ranks: [
      ['total pieces', 'piece count'],
      ['pieces', 'pcs'],
      ['pallet count', 'pallets', 'skids', 'handling units'],
    ],
    sides: ['right', 'below'],
    parse: parseQuantity(
      /^(?:pcs?|pieces?|pallets?|plts?|skids?|units?|ea|cartons?|ctns?|cases?)$/i,
      1,
      99_999,
    ),
  },
  miles: {
    ranks: [
      ['total miles', 'loaded miles', 'trip miles', 'total distance'],
      ['miles', 'distance', 'mileage'],
    ],
    sides: ['right', 'below'],
    parse: parseQuantity(/^(?:mi|miles?)$/i, 1, 6_000),
    notAfter: /\b(?:empty|deadhead|per|rate|out[\s-]of[\s-]route)\W*$/i,
  },
  truckNumber: {
    ranks: [
      ['truck #', 'tractor #', 'truck unit #', 'power unit #'],
      ['truck', 'tractor'],
    ],
    sides: ['right'],
    parse: parseUnit,
    notAfter: /\b(?:per|to|the)\W*$/i,
  },
  // Without "#" it is the equipment: "Trailer: 53' Van".
  trailerNumber: {
    ranks: [['trailer #', 'trailer unit #', 'trl #']],
    sides: ['right'],
    parse: parseUnit,
  },
  driverName: {
    ranks: [['driver name', 'driver 1', 'driver'], ["driver's name"]],
    sides: ['right'],
    parse: parsePerson,
    notAfter: /\b(?:the|your|per|by)\W*$/i,
  },
} satisfies Partial<Record<ReadField, FieldLabels>>

export type LabeledField = keyof typeof FIELD_LABELS
