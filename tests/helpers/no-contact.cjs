// Loaded before a program that is to contact nobody: whatever it starts or connects to is written down, and fails.
const {appendFileSync} = require('node:fs');

const note = what => {
	appendFileSync(process.env.CONTACTS, `${what}\n`);
	throw new Error(`${what} is forbidden`);
};

const processes = require('node:child_process');
for (const name of ['spawn', 'spawnSync', 'exec', 'execFile', 'fork'])
	processes[name] = (command = '') => note(`${name} ${String(command)}`);

const {Socket} = require('node:net');
Socket.prototype.connect = () => note('connect');
require('node:dns').lookup = host => note(`lookup ${host}`);
