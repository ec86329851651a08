import type {Failure} from '../../domain/failure.ts';
import type {Secret} from '../../domain/secret.ts';
import {createToolboxServer, type ToolboxOptions} from './create-toolbox-server.ts';
import type {RequestRecord} from './http/answer-requests.ts';
import {type HttpLimits, httpLimits} from './http/http-limits.ts';
import type {HttpService} from './http/http-service.ts';
import {createMcpService, mcpPath} from './http/mcp-service.ts';
import {type OpenHost, openHost} from './http/open-host.ts';
import {createRestService} from './rest/rest-service.ts';
import type {ToolSet} from './toolbox-tools.ts';
import {createToolSet} from './toolbox-tools.ts';

export type ServeHttpOptions = ToolboxOptions & {
	/** Which ports to serve at; 0 is any that is free. The same number for both is one port. */
	readonly mcpPort?: number;
	readonly restPort?: number;
	/** An address to listen at instead of those that only this machine reaches. */
	readonly host?: string;
	readonly token?: Secret;
	readonly allowedHosts?: readonly string[];
	readonly allowedOrigins?: readonly string[];
	readonly newId: () => string;
	readonly limits?: Partial<HttpLimits>;
	readonly onAnswered?: (record: RequestRecord) => void;
};

/** What is served, and where: the first address is the one to tell. */
export type ServedPlace = {readonly service: 'mcp' | 'rest'; readonly urls: readonly string[]};

type ServedOverHttp = {
	readonly places: readonly ServedPlace[];
	readonly close: () => Promise<void>;
};

export type ServeHttpOutcome =
	| {readonly type: 'serving'; readonly serving: ServedOverHttp}
	| {readonly type: 'refused'; readonly failure: Failure};

type Wanted = {
	readonly port: number;
	readonly offers: readonly {readonly name: ServedPlace['service']; readonly path: string}[];
	readonly services: readonly [HttpService, ...HttpService[]];
};

const loopback = ['127.0.0.1', '::1'] as const;

/** The tools of the REST interface: in plan mode only those that also a planning model may use. */
const restTools = ({mode, only, customTools = []}: ToolboxOptions, {tools}: ToolSet) =>
	[...tools.filter(({name}) => only === undefined || only.includes(name)), ...customTools].filter(
		({enabledInModes}) =>
			enabledInModes.includes('rest') && (mode === 'act' || enabledInModes.includes('mcpPlan')),
	);

const planHosts = (options: ServeHttpOptions, limits: HttpLimits): readonly Wanted[] => {
	const {mcpPort, restPort, version, now, newId, token} = options;
	const builtIn = createToolSet(options);
	const makeMcp = () =>
		createMcpService({
			createServer: () => createToolboxServer({...options, callTime: limits.callTime}, builtIn),
			limits,
			now,
			newId,
		});
	const makeRest = () =>
		createRestService({tools: restTools(options, builtIn), version, needsToken: token !== undefined, limits});
	const mcp = {name: 'mcp', path: mcpPath} as const;
	const rest = {name: 'rest', path: ''} as const;
	if (mcpPort !== undefined && mcpPort !== 0 && mcpPort === restPort)
		return [{port: mcpPort, offers: [mcp, rest], services: [makeMcp(), makeRest()]}];
	return [
		...(mcpPort === undefined ? [] : [{port: mcpPort, offers: [mcp], services: [makeMcp()]} as const]),
		...(restPort === undefined ? [] : [{port: restPort, offers: [rest], services: [makeRest()]} as const]),
	];
};

/** Serves the toolbox over HTTP until it is closed: as an MCP server, as a REST interface, or both. */
export const serveToolboxOverHttp = async (options: ServeHttpOptions): Promise<ServeHttpOutcome> => {
	const {host, now, token, allowedHosts, allowedOrigins, onAnswered} = options;
	const limits = {...httpLimits, ...options.limits};
	const hosts: OpenHost[] = [];
	const places: ServedPlace[] = [];
	const close = async (): Promise<void> => {
		await Promise.all(hosts.map(each => each.close()));
	};
	for (const {port, services, offers} of planHosts(options, limits)) {
		const opening = await openHost({
			addresses: host === undefined ? loopback : [host],
			port,
			services,
			limits,
			now,
			...(token === undefined ? {} : {token}),
			...(allowedHosts === undefined ? {} : {allowedHosts}),
			...(allowedOrigins === undefined ? {} : {allowedOrigins}),
			...(onAnswered === undefined ? {} : {onAnswered}),
		});
		if (opening.type === 'refused') {
			await close();
			return opening;
		}
		const {origins} = opening.host;
		hosts.push(opening.host);
		places.push(
			...offers.map(({name, path}) => ({service: name, urls: origins.map(origin => `${origin}${path}`)})),
		);
	}
	return {type: 'serving', serving: {places, close}};
};
