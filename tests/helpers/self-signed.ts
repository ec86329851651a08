import {createSign, generateKeyPairSync} from 'node:crypto';

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
	const body = Buffer.concat(parts);
	const length =
		body.length < 128
			? [body.length]
			: body.length < 256
				? [0x81, body.length]
				: [0x82, body.length >> 8, body.length & 255];
	return Buffer.concat([Buffer.from([tag, ...length]), body]);
};

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const commonName = (name: string): Buffer =>
	sequence(der(0x31, sequence(der(0x06, hex('550403')), der(0x0c, Buffer.from(name)))));

/** GeneralizedTime: 20300101000000Z */
const time = (date: Date): Buffer =>
	der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));

const ecdsaWithSha256 = sequence(der(0x06, hex('2a8648ce3d040302')));

/** A certificate for this machine that nobody signed but itself, made on the spot. */
export const createSelfSigned = ({
	name = 'localhost',
	validUntil = new Date(Date.now() + 365 * 24 * 3600 * 1000),
}: {
	readonly name?: string;
	readonly validUntil?: Date;
} = {}): {readonly key: string; readonly cert: string} => {
	const {privateKey, publicKey} = generateKeyPairSync('ec', {namedCurve: 'prime256v1'});
	const names = sequence(der(0x82, Buffer.from(name)), der(0x87, Buffer.from([127, 0, 0, 1])));
	const extensions = sequence(sequence(der(0x06, hex('551d11')), der(0x04, names)));
	const body = sequence(
		der(0xa0, der(0x02, hex('02'))),
		der(0x02, hex('01')),
		ecdsaWithSha256,
		commonName('Test Authority'),
		sequence(time(new Date(2020, 0, 1)), time(validUntil)),
		commonName(name),
		publicKey.export({type: 'spki', format: 'der'}),
		der(0xa3, extensions),
	);
	const signature = createSign('sha256').update(body).sign(privateKey);
	const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
	const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
	return {
		key: privateKey.export({type: 'pkcs8', format: 'pem'}).toString(),
		cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
	};
};
