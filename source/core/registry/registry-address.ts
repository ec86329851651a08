export const officialRegistry = 'https://registry.modelcontextprotocol.io';

/** A registry by its host, as people are told. */
export const registryPlace = (address: string): string =>
	URL.canParse(address) ? new URL(address).host : address;
