import type {App} from './app/app.ts';
import {unlessAborted} from './core/mcp/connection/unless-aborted.ts';
import type {AppFact} from './domain/event.ts';
import type {Failure} from './domain/failure.ts';
import type {LookSettings} from './domain/look.ts';
import type {McpServers} from './domain/server-ports.ts';

export type Reporter = {
	readonly report: App['report'];
	readonly say: (tone: 'info' | 'warning', text: string) => void;
	readonly tellTrouble: (failure: Failure) => void;
	/** From now on it is told to the app: first what happened before, then what is wrong with the files. */
	readonly attach: (report: App['report'], warnings: readonly string[]) => void;
};

/** What is said before there is an app to say it to is kept. */
export const createReporter = (): Reporter => {
	const early: AppFact[] = [];
	let tell: App['report'] = fact => {
		early.push(fact);
	};
	const report: App['report'] = fact => tell(fact);
	const say: Reporter['say'] = (tone, text) => report({type: 'notice-raised', tone, text});
	return {
		report,
		say,
		tellTrouble: ({message, hint}) => say('warning', hint === undefined ? message : `${message} ${hint}`),
		attach(to, warnings) {
			tell = to;
			for (const fact of early) {
				to(fact);
			}
			for (const warning of warnings) {
				say('warning', warning);
			}
		},
	};
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
