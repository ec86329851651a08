import type {Failure} from '../../../domain/failure.ts';
import {modernVersion, type ServerConfig} from '../../../domain/server.ts';
import type {WorkingWay} from '../../../domain/server-ports.ts';

type Era = WorkingWay['era'];

// No code tells these errors from others, so their words have to: those of FastMCP, of the official Python SDK and of
// the official TypeScript SDK, in this order.
const onlyOlder = [
	/server-initiated requests is unavailable on/,
	/has no back-channel for server-initiated requests/,
	/Server-to-client requests are not available on protocol revision/,
];
const onlyNewest = [
	/InputRequiredResult.* only exists at MCP 2026-07-28/,
	/returned an input-required result, but this request is served on protocol revision/,
];

const versions: Readonly<Record<Era, string>> = {legacy: '2025-11-25', modern: modernVersion};

/** The generation of the protocol in which a request would have worked that failed so in another one. */
export const neededEra = ({code, message}: Failure, era: Era): Era | undefined => {
	if (code !== 'tool-error' && code !== 'protocol-error') return undefined;
	const words = era === 'modern' ? onlyOlder : onlyNewest;
	if (!words.some(pattern => pattern.test(message))) return undefined;
	return era === 'modern' ? 'legacy' : 'modern';
};

/** What can be done about a request that needs another version than it was made with. */
export const otherVersionFailure = (
	failure: Failure,
	needed: Era,
	config: ServerConfig,
	/** The version that is spoken by now, if it is the one that is needed. */
	now: string | undefined,
): Failure => {
	if (now !== undefined)
		return {
			code: 'protocol-version',
			message: `${failure.message.trimEnd().replace(/[.\s]*$/, '.')} Server "${config.name}" is connected with MCP ${now} now, where this works. The call can be repeated if that does no harm: it may have done a part of its work.`,
		};
	const why =
		config.protocolVersion === undefined
			? 'its server does not offer that: ask its author to support it.'
			: `"protocolVersion" in the entry of its server in the config allows only ${config.protocolVersion}: change it, or remove it.`;
	return {...failure, hint: `It needs MCP ${versions[needed]} for this, and ${why}`};
};
