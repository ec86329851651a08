import type {App} from './app/app.ts';
import {unlessAborted} from './core/mcp/connection/unless-aborted.ts';
import type {AppFact} from './domain/event.ts';
import type {LookSettings} from './domain/look.ts';
import type {McpServers} from './domain/server-ports.ts';

/** Says what happened before there was an app to say it to, and then what is wrong with the files. */
export const tellEarly = (
	report: App['report'],
	early: readonly AppFact[],
	warnings: readonly string[],
): void => {
	for (const fact of [
		...early,
		...warnings.map((text): AppFact => ({type: 'notice-raised', tone: 'warning', text})),
	]) {
		report(fact);
	}
};

/** A theme counts as soon as it is saved; until then the one of `/theme` does. */
export const tellTheme = (report: App['report'], before: LookSettings, after: LookSettings): void => {
	const {theme = 'auto'} = after;
	if (theme !== (before.theme ?? 'auto')) {
		report({type: 'theme-changed', theme});
	}
};

type Care = {
	/** Resolves when what the user has just decided counts. */
	readonly settle: () => Promise<unknown>;
	readonly stop: () => void;
	/** Closes what can be closed beside the servers. */
	readonly close: () => Promise<unknown>;
	/** Called when everything is closed. */
	readonly closed: () => void;
};

/** Servers that wait for what is being decided, and take the rest of the program along when they close. */
export const withCare = (servers: McpServers, care: Care): McpServers => ({
	...servers,
	// Whoever has just trusted a folder, or saved the configuration, means what comes next to be under it.
	connect: async signal => {
		await unlessAborted(care.settle(), signal);
		await servers.connect(signal);
	},
	close: async () => {
		care.stop();
		await Promise.all([servers.close(), care.close()]);
		care.closed();
	},
});
