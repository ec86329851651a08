import type {ChildProcess} from 'node:child_process';
import {browse} from '../servers/oauth-world.ts';

/** Opens the address that the program prints, as a person would. */
export const visitWhatIsShown = (child: ChildProcess): void => {
	let said = '';
	let isVisited = false;
	child.stderr?.on('data', chunk => {
		said += String(chunk);
		const url = /^ {2}(http\S+)\n/m.exec(said)?.[1];
		if (url === undefined || isVisited) return;
		isVisited = true;
		void browse(url).then(async back => (await fetch(back)).text());
	});
};
