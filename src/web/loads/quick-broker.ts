import { getEntity } from '#core/entities/entities.ts'

const brokers = getEntity('brokers')

const ASKED = ['companyName', 'mcNumber', 'dotNumber', 'phone', 'email', 'notes']

/** What a dispatcher knows of a broker while entering its first load; what is required is asked too (SPEC A2). */
export const quickBroker = {
  ...brokers,
  fields: Object.fromEntries([
    ...ASKED.flatMap((name) =>
      brokers.fields[name] ? [[name, brokers.fields[name]] as const] : [],
    ),
    ...Object.entries(brokers.fields).filter(
      ([name, { defaultValue }]) => defaultValue === undefined && !ASKED.includes(name),
    ),
  ]),
}
