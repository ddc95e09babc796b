/** Whether what is sent to this address is encrypted, or stays on this computer (`localhost` and below, and its numbers). */
export function isEncryptedOrLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
