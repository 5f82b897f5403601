/** US ZIP codes: where they are, and how far a truck drives from one to another. */

export type ZipCode = {
  zip: string
  city: string
  /** Two letters. */
  state: string
  /** Degrees, north and east. */
  latitude: number
  longitude: number
}

const EARTH_RADIUS_MILES = 3958.8

/** A road is longer than the line across the globe: by this much, on the whole of the interstates. */
const DETOUR = 1.18

/** The five digits of "75201" or "75201-1234"; null: that is no ZIP code, or not yet. */
export function readZipCode(typed: string): string | null {
  return /^(\d{5})(-\d{4})?$/.exec(typed.trim())?.[1] ?? null
}

/** Whole miles by road, estimated from the great circle between the two. */
export function estimatedMiles(from: ZipCode, to: ZipCode): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)]
  const north = Math.sin((b - a) / 2) ** 2
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const line = 2 * Math.asin(Math.sqrt(north + Math.cos(a) * Math.cos(b) * east))
  return Math.round(line * EARTH_RADIUS_MILES * DETOUR)
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
