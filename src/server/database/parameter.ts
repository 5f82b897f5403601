/** A value as the driver takes it. JSON goes as text: of a list the driver would make a PostgreSQL array. */
export function toParameter(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
