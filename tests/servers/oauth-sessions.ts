import type {Client} from '@modelcontextprotocol/client';
import type {ServerAccess} from '../../source/core/mcp/auth/server-access.ts';
import {connectWith, createWorld, never, type World, type WorldOptions} from './oauth-world.ts';

export type OAuthSessions = {
	readonly open: (options?: WorldOptions) => Promise<World>;
	readonly connect: (world: World, access: ServerAccess) => Promise<Client>;
	/** A world whose user has signed in, and a client of it. */
	readonly signedIn: (options?: WorldOptions) => Promise<World & {readonly client: Client}>;
	readonly closeAll: () => Promise<void>;
};

/** Worlds and their clients, which end together. */
export const createOAuthSessions = (): OAuthSessions => {
	const worlds: World[] = [];
	const clients: Client[] = [];

	const open = async (options?: WorldOptions): Promise<World> => {
		const world = await createWorld(options);
		worlds.push(world);
		return world;
	};

	const connect = async ({server}: World, access: ServerAccess): Promise<Client> => {
		const client = await connectWith(server.url, access);
		clients.push(client);
		return client;
	};

	return {
		open,
		connect,
		signedIn: async options => {
			const made = await open(options);
			const outcome = await made.access.signIn(never);
			if (outcome.type !== 'signed-in') throw new Error(`not signed in: ${JSON.stringify(outcome)}`);
			return {...made, client: await connect(made, made.access)};
		},
		closeAll: async () => {
			await Promise.all(clients.splice(0).map(client => client.close()));
			await Promise.all(worlds.splice(0).map(world => world.close()));
		},
	};
};

export const callTool = (client: Client, name = 'greet') => client.callTool({name, arguments: {}});

/** How many times a token was renewed. */
export const countRefreshes = ({authorizationServer}: World): number =>
	authorizationServer.seen('/token').filter(({params}) => params.get('grant_type') === 'refresh_token')
		.length;

/** What a promise rejects with; undefined when it does not. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
	promise.then(
		() => undefined,
		(error: unknown) => error,
	);
