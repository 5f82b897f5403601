import { getEntity } from '#core/entities/entities.ts'

const brokers = getEntity('brokers')

const QUICK_FIELDS = ['companyName', 'mcNumber', 'dotNumber', 'phone', 'email', 'notes']

/** Brokers with a short form for use within a load: these fields and every required one (SPEC A2). */
export const quickBroker = {
  ...brokers,
  fields: Object.fromEntries([
    ...QUICK_FIELDS.flatMap((name) =>
      brokers.fields[name] ? [[name, brokers.fields[name]] as const] : [],
    ),
    ...Object.entries(brokers.fields).filter(
      ([name, { defaultValue }]) => defaultValue === undefined && !QUICK_FIELDS.includes(name),
    ),
  ]),
}
