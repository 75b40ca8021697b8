import type { ColumnType } from 'kysely';

export interface SectionVectorTables {
  site_vectors: {
    bundle_id: string;
    project_id: string;
    /** `provider/model` that was last requested. */
    model: string;
    made_at: Date | null;
    /** The model of the vectors next to the bundle. */
    made_model: string | null;
    sha256: string | null;
    size_bytes: ColumnType<string | null, number | null, number | null>;
    sections: number | null;
    asked: number | null;
    attempts: number;
    claimed_until: Date;
    problem: string | null;
  };
}
