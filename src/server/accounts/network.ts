import { isIPv6 } from 'node:net'

/** The network whose limits apply to an address. One IPv6 subscriber has 2^64 addresses, so only the first half counts. */
export function toNetwork(address: string): string {
  // "::ffff:192.0.2.1" is an IPv4 address.
  if (!isIPv6(address) || address.includes('.')) return address
  const [before = '', after] = address.split('::')
  const [head, tail] = [splitGroups(before), splitGroups(after ?? '')]
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

function splitGroups(text: string): string[] {
  return text ? text.split(':') : []
}
