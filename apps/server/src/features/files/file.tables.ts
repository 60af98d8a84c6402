import type { Generated } from 'kysely';

export type FileTables = {
  storedFile: {
    name: string;
    contentHash: Buffer;
    bytes: number;
    uploadedBy: string;
    uploadedAs: string | null;
    askedAt: Date;
    leaving: Generated<boolean>;
  };
  fileUse: { entity: string; entityId: string; name: string; endedAt: Date | null };
};
