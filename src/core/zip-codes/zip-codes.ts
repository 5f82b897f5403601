/** US ZIP codes and the road miles between them. */

import { z } from 'zod'

export const zipCodeSchema = z.object({
  zip: z.string(),
  city: z.string(),
  state: z.string().describe('Two letters'),
  latitude: z.number().describe('Degrees north'),
  longitude: z.number().describe('Degrees east'),
})

export type ZipCode = z.output<typeof zipCodeSchema>

const EARTH_RADIUS_MILES = 3958.8

/** Road miles per great-circle mile, on average over the interstates. */
const DETOUR = 1.18

/** The five digits of "75201" or "75201-1234"; null for any other text. */
export function readZipCode(typed: string): string | null {
  return /^(\d{5})(-\d{4})?$/.exec(typed.trim())?.[1] ?? null
}

/** Whole road miles, estimated from the great-circle distance. */
export function estimateMiles(from: ZipCode, to: ZipCode): number {
  const [a, b] = [toRadians(from.latitude), toRadians(to.latitude)]
  const north = Math.sin((b - a) / 2) ** 2
  const east = Math.sin(toRadians(to.longitude - from.longitude) / 2) ** 2
  const angle = 2 * Math.asin(Math.sqrt(north + Math.cos(a) * Math.cos(b) * east))
  return Math.round(angle * EARTH_RADIUS_MILES * DETOUR)
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
