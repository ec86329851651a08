import type {Fetched} from '../../../domain/catalogue.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {ToolContent} from '../../../domain/tool.ts';
import {convertBlock} from './convert-content.ts';
import {fetchResult, sendRequest} from './fetch-result.ts';
import type {RequestTarget} from './request-target.ts';

/** One part of a resource; a server that forgets to say what it is a part of means what was asked for. */
const readPart = (uri: string, part: JsonValue): ToolContent =>
	convertBlock({type: 'resource', resource: isJsonObject(part) ? {uri, ...part} : part});

const readContents = (uri: string, {contents}: JsonObject): readonly ToolContent[] | undefined => {
	if (isJsonObject(contents)) return [readPart(uri, contents)];
	return Array.isArray(contents) ? contents.map(part => readPart(uri, part)) : undefined;
};

/** Everything that is behind an address of the server. */
export const fetchResource = (
	target: RequestTarget,
	uri: string,
	signal: AbortSignal,
): Promise<Fetched<readonly ToolContent[]>> =>
	fetchResult(
		target,
		{
			doing: `the resource ${uri}`,
			isOffered: target.client.getServerCapabilities()?.resources !== undefined,
			send: sendRequest('resources/read', {uri}),
			read: result => readContents(uri, result),
			hint: 'Check the address: the server may have no such resource.',
		},
		signal,
	);
