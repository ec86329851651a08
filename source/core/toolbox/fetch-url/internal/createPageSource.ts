import {limitedSignal} from '../../../../support/limited-signal.ts';
import {readAllowedHost} from '../../../../support/network/allowed-host.ts';
import {plainHost} from '../../../../support/network/host-kind.ts';
import {isProxiedBy} from '../../../../support/network/proxy-choice.ts';
import {createPublicHosts, type PublicHostsOptions} from '../../../../support/network/public-hosts.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';
import {type ContentType, contentKind, readContentType} from './contentKind.ts';
import {describeFetchError} from './describeFetchError.ts';
import {longestUrl} from './FetchUrlInputSchema.ts';
import {readAddress} from './readAddress.ts';
import {type Body, readBody} from './readBody.ts';
import {createRequest, type PageAnswer, type RequestOptions} from './requestPage.ts';

export type PageSourceOptions = RequestOptions &
	Pick<PublicHostsOptions, 'lookUp' | 'isOwn'> & {
		/** Hosts that may be anywhere: `intranet.example`, `127.0.0.1:8080`. What cannot be read allows nothing. */
		readonly allowedHosts?: readonly string[];
		/** Milliseconds that everything together may take. */
		readonly timeLimit?: number;
	};

export type Page = {
	readonly url: URL;
	readonly status: number;
	readonly contentType: ContentType;
	/** Absent where it is nothing that could be text. */
	readonly body?: Body;
	/** As the server says. */
	readonly size?: number;
};

export type PageSource = {
	/** What `read` makes of a page, within the same time. Rejects with an McpToolError. */
	readonly get: <Result>(
		address: string,
		read: (page: Page, signal: AbortSignal) => Promise<Result>,
		signal: AbortSignal,
	) => Promise<Result>;
};

/** An address, and where it was found to be. */
type Hop = {readonly url: URL; readonly addresses: readonly string[]};

const mostRedirects = 5;
const usualTimeLimit = 30_000;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const refuse = (message: string): McpToolError => new McpToolError(message, 'url');

/** `www.` is all that may come or go: whoever allowed one host has not allowed another. */
const isSameHost = (one: URL, other: URL): boolean => {
	const [first, second] = [one, other].map(({hostname}) => plainHost(hostname).replace(/^www\./, ''));
	return first === second;
};

const readSize = (header: string | undefined): {readonly size?: number} =>
	header !== undefined && /^\d{1,15}$/.test(header) ? {size: Number(header)} : {};

/** Gets public pages, and nothing of the user's own network. */
export const createPageSource = (options: PageSourceOptions): PageSource => {
	const {environment, timeLimit = usualTimeLimit, allowedHosts = []} = options;
	const request = createRequest(options);
	const hosts = createPublicHosts({
		...options,
		allowedHosts: allowedHosts.map(readAllowedHost).filter(host => host !== undefined),
		isProxied: isProxiedBy(environment),
	});

	/** The addresses to connect to. Throws an McpToolError where there are none that may be connected to. */
	const admit = async (url: URL, lead: string, signal: AbortSignal): Promise<readonly string[]> => {
		const check = await hosts.check(url, signal);
		const host = showName(url.host);
		switch (check.type) {
			case 'open':
				return check.addresses;
			case 'unknown':
				throw refuse(
					`${lead}There is no address for the name ${host} here. Check the name, or try another page.`,
				);
			case 'refused':
				throw refuse(
					`${lead}${host} ${check.reason}, and fetch-url gets public pages only. The user can allow a host with toolbox.allowedHosts in the configuration.`,
				);
		}
	};

	const readTarget = (location: string, from: URL): URL => {
		const target = URL.canParse(location, from) ? new URL(location, from).href : location;
		if (target.length > longestUrl) {
			throw refuse(`${showName(from.href)} leads on to an address of more than ${longestUrl} characters.`);
		}
		return readAddress(target);
	};

	/** Where a redirect leads, if it is followed. Throws an McpToolError that says why not. */
	const follow = async (location: string, from: URL, signal: AbortSignal): Promise<Hop> => {
		const url = readTarget(location, from);
		const told = `${showName(from.href)} leads on to ${showName(url.href, 600)}`;
		const addresses = await admit(url, `${told}: `, signal);
		const advice = 'Nothing was read. Fetch that address itself if it is what you want.';
		if (from.protocol === 'https:' && url.protocol === 'http:') {
			throw refuse(`${told}, which is not encrypted any more. ${advice}`);
		}
		if (!isSameHost(from, url)) throw refuse(`${told}, on another host. ${advice}`);
		return {url, addresses};
	};

	const readAnswer = async ({status, header, body}: PageAnswer, url: URL): Promise<Page | string> => {
		const location = header('location');
		if (redirects.has(status) && location !== undefined) return location;
		const contentType = readContentType(header('content-type'));
		const page = {url, status, contentType, ...readSize(header('content-length'))};
		if (contentKind(contentType) === 'other') return page;
		return {...page, body: await readBody(body, header('content-encoding'))};
	};

	const getWithin = async (address: string, signal: AbortSignal): Promise<Page> => {
		const start = readAddress(address);
		let hop: Hop = {url: start, addresses: await admit(start, '', signal)};
		for (let count = 0; count <= mostRedirects; count += 1) {
			const {url, addresses} = hop;
			const answer = await request(url, addresses, each => readAnswer(each, url), signal);
			if (typeof answer !== 'string') return answer;
			hop = await follow(answer, url, signal);
		}
		throw refuse(`${showName(address)} leads on more than ${mostRedirects} times. Try another page.`);
	};

	return {
		get: async (address, read, signal) => {
			const limit = limitedSignal(signal, timeLimit);
			try {
				return await read(await getWithin(address, limit), limit);
			} catch (error) {
				throw describeFetchError(error, {address, timeLimit, isCancelled: signal.aborted});
			}
		},
	};
};
