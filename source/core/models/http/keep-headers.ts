/**
 * Only these headers, and who we are. The SDKs add what they know about this machine, and headers from the environment that
 * were meant for one provider. Neither is the business of everyone who speaks its protocol.
 */
export const keepHeaders = (headers: Headers, allowed: ReadonlySet<string>): Headers => {
	const kept = new Headers({'user-agent': 'mcp-tui'});
	for (const [name, value] of headers) {
		if (allowed.has(name)) kept.set(name, value);
	}
	return kept;
};
