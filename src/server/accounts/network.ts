import { isIPv6 } from 'node:net'

/** Whose limits an address falls under. Whoever has one address of IPv6 has a whole network of 2^64 of them. */
export function toNetwork(address: string): string {
  // "::ffff:192.0.2.1" is one of IPv4.
  if (!isIPv6(address) || address.includes('.')) return address
  const [before = '', after] = address.split('::')
  const [head, tail] = [splitGroups(before), splitGroups(after ?? '')]
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

function splitGroups(text: string): string[] {
  return text ? text.split(':') : []
}
