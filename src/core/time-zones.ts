/** Time zones by their IANA names: "America/Chicago" (SPEC C460). */

/** Zones of carriers in the United States, Canada and Mexico, from east to west. Any other IANA name is allowed too. */
export const TIME_ZONES = [
  { value: 'America/St_Johns', label: 'Newfoundland' },
  { value: 'America/Halifax', label: 'Atlantic' },
  { value: 'America/Puerto_Rico', label: 'Puerto Rico' },
  { value: 'America/New_York', label: 'Eastern' },
  { value: 'America/Chicago', label: 'Central' },
  { value: 'America/Regina', label: 'Saskatchewan' },
  { value: 'America/Mexico_City', label: 'Mexico City' },
  { value: 'America/Denver', label: 'Mountain' },
  { value: 'America/Phoenix', label: 'Arizona' },
  { value: 'America/Hermosillo', label: 'Sonora' },
  { value: 'America/Los_Angeles', label: 'Pacific' },
  { value: 'America/Tijuana', label: 'Tijuana' },
  { value: 'America/Anchorage', label: 'Alaska' },
  { value: 'Pacific/Honolulu', label: 'Hawaii' },
] as const

/** Names only: PostgreSQL reads "+05:00" with the opposite of the usual sign. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][\w/+-]*$/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Names that browsers still use, and that a database without old names does not know. */
const NEW_NAMES: Record<string, string> = {
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Fort_Wayne': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Knox_IN': 'America/Indiana/Knox',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
}

/** "America/Indianapolis" → "America/Indiana/Indianapolis". */
export function newestName(zone: string): string {
  return NEW_NAMES[zone] ?? zone
}
